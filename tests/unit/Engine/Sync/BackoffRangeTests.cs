using Absorber.Engine.Sync;

namespace Absorber.UnitTests.Engine.Sync;

public sealed class BackoffRangeTests
{
    private static readonly BackoffRange Range = new(TimeSpan.FromMilliseconds(100), TimeSpan.FromSeconds(2));

    [Theory]
    [InlineData(1, 100)]
    [InlineData(2, 200)]
    [InlineData(5, 1_600)]
    [InlineData(6, 2_000)]
    [InlineData(int.MaxValue, 2_000)]
    public void Wait_WithoutChance_DoublesUpToTheCap(int failure, double milliseconds) =>
        Assert.Equal(milliseconds, Range.Wait(failure, 0).TotalMilliseconds);

    [Fact]
    public void Wait_WithFullChance_IsAFifthShorter() => Assert.Equal(80, Range.Wait(1, 1).TotalMilliseconds, 6);

    [Fact]
    public void Wait_TinyRange_IsNeverZero() => Assert.True(new BackoffRange(TimeSpan.FromTicks(1), TimeSpan.FromTicks(1)).Wait(1, 1) > TimeSpan.Zero);
}
