using Absorber.Agent.Configuration;

namespace Absorber.UnitTests.Agent.Configuration;

public sealed class DurationParserTests
{
    [Theory]
    [InlineData("250ms", 250)]
    [InlineData("1s", 1_000)]
    [InlineData("1.5s", 1_500)]
    [InlineData("2m", 120_000)]
    [InlineData("1h", 3_600_000)]
    public void Parse_Duration_ReadsItsUnit(string text, double milliseconds) =>
        Assert.Equal(milliseconds, DurationParser.Parse(text).TotalMilliseconds);

    [Theory]
    [InlineData("")]
    [InlineData("10")]
    [InlineData("s")]
    [InlineData("-1s")]
    [InlineData("1 d")]
    [InlineData("99999999999999999999h")]
    public void Parse_NoDuration_SaysWhatWouldBeRight(string text) =>
        Assert.Contains("such as 250ms", Assert.Throws<UsageException>(() => DurationParser.Parse(text)).Message, StringComparison.Ordinal);
}
