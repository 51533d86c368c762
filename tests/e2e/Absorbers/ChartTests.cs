using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Absorbers;

public sealed class ChartTests(TestBed bed) : BrowserTest(bed)
{
    private static readonly string[] Charts = ["Rows per second", "Lag", "Depth", "Batch duration"];

    [Fact]
    public async Task Charts_LoopRuns_MoveAndHaveTheirNumbersAsTables()
    {
        var page = await OpenOrderLinesAsync();

        foreach (var chart in Charts)
        {
            await ExpectToBeRedrawnAsync(page.Chart(chart));
            await page.GetByText($"Numbers of {chart}").ClickAsync();
            await Expect(page.Numbers(chart).GetByRole(AriaRole.Row).Nth(1)).ToBeVisibleAsync();
        }

        await Expect(page.Numbers("Rows per second").GetByRole(AriaRole.Row).Nth(1)).ToContainTextAsync("/s");
        await Expect(page.Numbers("Depth").GetByRole(AriaRole.Row).Nth(1)).ToContainTextAsync("row");
    }

    [Fact]
    public async Task Table_LoopRuns_GetsNewRowsAtItsTop()
    {
        var page = await OpenOrderLinesAsync("?view=table&range=5m");
        var newest = page.GetByRole(AriaRole.Region, new() { Name = "Numbers of all charts" }).GetByRole(AriaRole.Rowheader).First;

        var before = await newest.InnerTextAsync();
        await Expect(newest).Not.ToHaveTextAsync(before);
    }

    [Theory]
    [InlineData("by the button")]
    [InlineData("by the key")]
    public async Task Pause_FiguresGoOn_FreezesTheChartsUntilLive(string way)
    {
        var page = await OpenOrderLinesAsync();
        var chart = page.Chart("Rows per second");
        var pause = page.GetByRole(AriaRole.Button, new() { Name = "Pause" });

        if (way == "by the key")
            await page.Keyboard.PressAsync("p");
        else
            await pause.ClickAsync();
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Paused at" })).ToHaveAttributeAsync("aria-pressed", "true");

        // What was measured before the pause may arrive after it.
        await ExpectFiguresToMoveAsync(page, times: 8);
        var frozen = await chart.PictureAsync();
        await ExpectFiguresToMoveAsync(page, times: 3);
        Assert.Equal(frozen, await chart.PictureAsync());

        if (way == "by the key")
            await page.Keyboard.PressAsync("p");
        else
            await page.GetByRole(AriaRole.Button, new() { Name = "Live" }).ClickAsync();
        await Expect(pause).ToHaveAttributeAsync("aria-pressed", "false");
        await ExpectToBeRedrawnAsync(chart);
    }

    [Fact]
    public async Task Range_OneChoosesAndReloads_StaysWithTheTabInTheAddress()
    {
        var page = await OpenOrderLinesAsync();
        var ranges = page.GetByRole(AriaRole.Group, new() { Name = "Range" });
        var tabs = page.GetByRole(AriaRole.Navigation, new() { Name = "Views of this absorber" });

        await ranges.GetByRole(AriaRole.Link, new() { Name = "5 m", Exact = true }).ClickAsync();
        await Expect(page).ToHaveURLAsync($"{await AddressAsync()}?range=5m");
        await page.ReloadAsync();
        await Expect(ranges.GetByRole(AriaRole.Link, new() { Name = "5 m", Exact = true })).ToHaveAttributeAsync("aria-current", "true");

        await page.Keyboard.PressAsync("3");
        await Expect(ranges.GetByRole(AriaRole.Link, new() { Name = "1 h", Exact = true })).ToHaveAttributeAsync("aria-current", "true");
        await Expect(page).ToHaveURLAsync($"{await AddressAsync()}?range=1h");

        await tabs.GetByRole(AriaRole.Link, new() { Name = "Batches" }).ClickAsync();
        await Expect(page).ToHaveURLAsync($"{await AddressAsync()}?tab=batches&range=1h");
        await page.ReloadAsync();
        await Expect(tabs.GetByRole(AriaRole.Link, new() { Name = "Batches" })).ToHaveAttributeAsync("aria-current", "page");
        await Expect(page.GetByRole(AriaRole.Region, new() { Name = "Last batches" }).GetByRole(AriaRole.Row).Nth(1)).ToBeVisibleAsync();

        await tabs.GetByRole(AriaRole.Link, new() { Name = "Charts" }).ClickAsync();
        await Expect(ranges.GetByRole(AriaRole.Link, new() { Name = "1 h", Exact = true })).ToHaveAttributeAsync("aria-current", "true");
    }

    private async Task<string> AddressAsync() => $"{Stage.Address}/absorbers/{await Stage.NumberOfAsync(Demo.OrderLines)}";

    private async Task<IPage> OpenOrderLinesAsync(string query = "") => await OpenLiveAsync(await AddressAsync() + query);

    private static async Task ExpectFiguresToMoveAsync(IPage page, int times)
    {
        for (var i = 0; i < times; i++)
        {
            var before = await page.Figure("In").InnerTextAsync();
            await Expect(page.Figure("In")).Not.ToHaveTextAsync(before, new() { UseInnerText = true });
        }
    }

    private static async Task ExpectToBeRedrawnAsync(ILocator chart)
    {
        var before = await chart.PictureAsync();
        await Eventually.IsSoAsync(async () => await chart.PictureAsync() != before, "the chart is drawn anew");
    }
}
