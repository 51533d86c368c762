using Absorber.Lab.Loading;
using Absorber.Testing;

namespace Absorber.UnitTests.Lab;

public sealed class PaceTests
{
    private static readonly Phases Phases = new(1_000, 10_000, TimeSpan.FromSeconds(8), TimeSpan.FromSeconds(4));

    [Theory]
    [InlineData(0, false)]
    [InlineData(7.9, false)]
    [InlineData(8, true)]
    [InlineData(11.9, true)]
    [InlineData(12, false)]
    [InlineData(20, true)]
    public void IsBurst_CalmAndBurstsTakeTurns(double seconds, bool isBurst) =>
        Assert.Equal(isBurst, Phases.IsBurst(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public async Task Take_RowsAfterOthers_WaitsForTheirTime()
    {
        var clock = new ManualTimeProvider();
        var pace = new Pace(Phases, clock);
        await pace.TakeAsync(500, CancellationToken.None);

        var second = pace.TakeAsync(1, CancellationToken.None);
        Assert.False(second.IsCompleted);

        clock.Advance(TimeSpan.FromMilliseconds(501));
        await second;
    }

    [Fact]
    public async Task Take_AfterALongStall_DoesNotCatchUpOnAllOfIt()
    {
        var clock = new ManualTimeProvider();
        var pace = new Pace(Phases, clock);
        clock.Advance(TimeSpan.FromSeconds(5));

        // A quarter of a second's worth may be had at once, no more.
        await pace.TakeAsync(250, CancellationToken.None);
        await pace.TakeAsync(1, CancellationToken.None);
        Assert.False(pace.TakeAsync(1_000, CancellationToken.None).IsCompleted);
    }
}
