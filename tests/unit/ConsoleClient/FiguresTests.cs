using Absorber.ConsoleClient.Absorbers;
using Absorber.ConsoleClient.Charts;
using Absorber.ConsoleClient.Formatting;

namespace Absorber.UnitTests.ConsoleClient;

public sealed class FiguresTests
{
    [Theory]
    [InlineData(0d, "0.0 s")]
    [InlineData(0.44, "0.4 s")]
    [InlineData(9.96, "10 s")]
    [InlineData(41.2, "41 s")]
    [InlineData(59.7, "1 min 00 s")]
    [InlineData(125d, "2 min 05 s")]
    [InlineData(11_520d, "3 h 12 min")]
    [InlineData(532_800d, "6 d 4 h")]
    [InlineData(null, "–")]
    public void Age_Seconds_AreWrittenInTheirGreatestUnits(double? seconds, string text) => Assert.Equal(text, Plain(Figures.Age(seconds)));

    [Theory]
    [InlineData(0.02, "0 /s")]
    [InlineData(0.4, "0.4 /s")]
    [InlineData(9.97, "10 /s")]
    [InlineData(18_900.4, "18,900 /s")]
    [InlineData(null, "–")]
    public void Rate_Any_HasItsUnit(double? rate, string text) => Assert.Equal(text, Plain(Figures.Rate(rate)));

    [Theory]
    [InlineData(8.24, "8.2 ms")]
    [InlineData(151.6, "152 ms")]
    [InlineData(1250, "1.25 s")]
    [InlineData(12_400, "12 s")]
    public void Duration_Milliseconds_GrowIntoSeconds(double milliseconds, string text) => Assert.Equal(text, Plain(Figures.Duration(milliseconds)));

    [Theory]
    [InlineData(10, "10 ms")]
    [InlineData(1_000, "1 s")]
    [InlineData(300_000, "5 min")]
    [InlineData(5_400_000, "1 h 30 min")]
    public void Setting_Any_IsExact(int milliseconds, string text) => Assert.Equal(text, Plain(Figures.Setting(TimeSpan.FromMilliseconds(milliseconds))));

    [Theory]
    [InlineData(0.4, "just now")]
    [InlineData(12.9, "12 s ago")]
    [InlineData(10_800, "3 h ago")]
    public void Ago_Seconds_AreRoundedDown(double seconds, string text) => Assert.Equal(text, Figures.Ago(TimeSpan.FromSeconds(seconds)));

    [Theory]
    [InlineData(null, null, null, "/absorbers/3")]
    [InlineData("charts", "15m", null, "/absorbers/3")]
    [InlineData("batches", "1h", null, "/absorbers/3?tab=batches&range=1h")]
    [InlineData(null, "7y", "table", "/absorbers/3?view=table")]
    [InlineData("<script>", null, null, "/absorbers/3")]
    public void Address_AnyQuery_IsReadAndWrittenWithoutItsDefaults(string? tab, string? range, string? view, string address) =>
        Assert.Equal(address, AbsorberAddress.Parse(3, tab, view, ChartRange.Parse(range)).ToString());

    [Fact]
    public void Address_Zoomed_KeepsItsTwoMoments()
    {
        var range = ChartRange.Parse(null, "2026-11-21T01:31:20Z", "2026-11-21T01:38:42Z");

        Assert.Equal("/absorbers/3?from=2026-11-21T01:31:20Z&to=2026-11-21T01:38:42Z", AbsorberAddress.Parse(3, null, null, range).ToString());
        Assert.Equal(TimeSpan.FromSeconds(10), range.StepFor(60));
    }

    [Fact]
    public void Range_LongerThanAnyHistory_IsTheDefault() =>
        Assert.Equal(ChartRange.Default, ChartRange.Parse(null, "1900-01-01", "2200-01-01"));

    private static string Plain(Figure figure) => figure.ToString().Replace('\u00a0', ' ');
}
