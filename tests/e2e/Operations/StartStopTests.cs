using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Operations;

public sealed class StartStopTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task Stop_OneConfirms_LetsDepthGrowUntilStartDrainsIt()
    {
        await Carts.ClearAsync(Stage);
        var page = await OpenLiveAsync(await AddressAsync());

        await page.GetByRole(AriaRole.Link, new() { Name = "Stop shop.carts" }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "Stop shop.carts?" })).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);
        await page.GetByRole(AriaRole.Button, new() { Name = "Stop shop.carts" }).ClickAsync();

        await Expect(page.State()).ToHaveTextAsync("Stopped");
        await Carts.InsertAsync(Stage, first: 1, count: 500);
        await Expect(page.Figure("In buffer")).ToContainTextAsync("500 rows");
        await Carts.InsertAsync(Stage, first: 1, count: 250);
        await Expect(page.Figure("In buffer")).ToContainTextAsync("750 rows");
        await Expect(page.Figure("Drains in")).ToContainTextAsync("stopped");
        Assert.Equal(0, await Carts.CountAsync(Stage));
        await Readability.ExpectAsync(page);

        await page.GetByRole(AriaRole.Link, new() { Name = "Start shop.carts" }).ClickAsync();
        await Readability.ExpectAsync(page);
        await page.GetByRole(AriaRole.Button, new() { Name = "Start shop.carts" }).ClickAsync();

        await Expect(page.State()).ToHaveTextAsync("Running");
        await Expect(page.Figure("In buffer")).ToContainTextAsync("0 rows");
        await Expect(page.Figure("Drains in")).ToContainTextAsync("empty");
        Assert.Equal(500, await Carts.CountAsync(Stage));

        await page.GetByRole(AriaRole.Link, new() { Name = "Actions" }).ClickAsync();
        var actions = page.GetByRole(AriaRole.Table, new() { Name = "What operators did, newest first" }).GetByRole(AriaRole.Row);
        await Expect(actions.Nth(1)).ToContainTextAsync("start");
        await Expect(actions.Nth(2)).ToContainTextAsync("stop");
    }

    [Fact]
    public async Task Stop_OneCancels_LeavesItRunning()
    {
        var page = await OpenLiveAsync(await AddressAsync() + "/stop");

        await page.GetByRole(AriaRole.Link, new() { Name = "Cancel" }).ClickAsync();

        await Expect(page).ToHaveURLAsync(await AddressAsync());
        await Expect(page.State()).ToHaveTextAsync("Running");
    }

    [Fact]
    public async Task StartAndStop_BrowserRunsNoScript_WorkAsPlainForms()
    {
        var page = await OpenAsync("/", new() { JavaScriptEnabled = false });

        await page.RowOf(Carts.Target).GetByRole(AriaRole.Link, new() { Name = "Stop shop.carts" }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Stop shop.carts" }).ClickAsync();
        await Expect(page.State()).ToHaveTextAsync("Stopped");

        await page.GotoAsync(await AddressAsync() + "/stop");
        await Expect(page.GetByText("There is nothing to do.")).ToBeVisibleAsync();

        await page.GotoAsync("/");
        await Expect(page.RowOf(Carts.Target).Cell(FleetColumn.State)).ToHaveTextAsync("Stopped");
        await page.RowOf(Carts.Target).GetByRole(AriaRole.Link, new() { Name = "Start shop.carts" }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Start shop.carts" }).ClickAsync();
        await Expect(page.State()).ToHaveTextAsync("Running");
    }

    private protected override Task<Stage> EnterAsync() => Bed.TroubledStageAsync();

    private async Task<string> AddressAsync() => $"{Stage.Address}/absorbers/{await Stage.NumberOfAsync(Carts.Target)}";
}
