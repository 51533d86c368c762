using Absorber.Lab;

namespace Absorber.UnitTests.Lab;

public sealed class DurationTests
{
    [Theory]
    [InlineData("500ms", 0.5)]
    [InlineData("30s", 30)]
    [InlineData("1.5m", 90)]
    [InlineData("2h", 7200)]
    public void TryParse_NumberWithUnit_IsThatLong(string text, double seconds)
    {
        Assert.True(Duration.TryParse(text, out var duration));
        Assert.Equal(seconds, duration.TotalSeconds);
    }

    [Theory]
    [InlineData("")]
    [InlineData("30")]
    [InlineData("s")]
    [InlineData("-3s")]
    [InlineData("0s")]
    [InlineData("1,5s")]
    [InlineData("30 seconds")]
    [InlineData("99999h")]
    public void TryParse_AnythingElse_IsRefused(string text) => Assert.False(Duration.TryParse(text, out _));
}
