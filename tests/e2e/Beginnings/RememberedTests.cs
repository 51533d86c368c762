using System.Globalization;
using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Beginnings;

/// <summary>A console that was just started knows the past from its store, although its agent is not back yet.</summary>
public sealed class RememberedTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task Absorber_PageOpens_ShowsFifteenMinutesAtOnce()
    {
        var page = await OpenLiveAsync(await AddressAsync(Past.Known));

        await page.GetByText("Numbers of Depth").ClickAsync();
        var times = page.Numbers("Depth").GetByRole(AriaRole.Rowheader).GetByRole(AriaRole.Time);
        await Expect(times.First).ToBeVisibleAsync();
        var newest = await TimeOfAsync(times.First);
        var oldest = await TimeOfAsync(times.Last);
        Assert.InRange((newest - oldest).TotalMinutes, 13, 15.5);

        await Eventually.IsSoAsync(async () => await page.Chart("Depth").WidestGapAsync() is > 0 and < 100, "the chart shows all minutes but the one that is missing");
    }

    [Fact]
    public async Task Absorber_NoSampleYet_SaysSoInsteadOfZero()
    {
        var page = await OpenLiveAsync(await AddressAsync(Past.Unknown));

        foreach (var figure in new[] { "Oldest row waits", "In buffer", "In", "Absorbed", "Drains in" })
            await Expect(page.Figure(figure)).ToContainTextAsync("–");
        await Expect(page.GetByText("no sample yet")).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);

        await page.GotoAsync("/");
        await Expect(page.RowOf(Past.Unknown).Cell(FleetColumn.Depth)).ToHaveTextAsync("–");
        await Expect(page.RowOf(Past.Unknown).Cell(FleetColumn.Outlook)).ToContainTextAsync("agent last seen");
    }

    private protected override Task<Stage> EnterAsync() => Bed.PastStageAsync();

    private static async Task<DateTimeOffset> TimeOfAsync(ILocator time) =>
        DateTimeOffset.Parse((await time.GetAttributeAsync("datetime"))!, CultureInfo.InvariantCulture);

    private async Task<string> AddressAsync(string target) => $"{Stage.Address}/absorbers/{await Stage.NumberOfAsync(target)}";
}
