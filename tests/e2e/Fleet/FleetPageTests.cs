using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Fleet;

public sealed class FleetPageTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task Fleet_AbsorbersRunUnderLoad_ShowsEachWithFiguresThatMove()
    {
        var page = await OpenLiveAsync("/");

        foreach (var target in Demo.Targets)
        {
            var row = page.RowOf(target);
            await Expect(row.Cell(FleetColumn.State)).ToHaveTextAsync(Words.Going());
            await Expect(row.Cell(FleetColumn.In)).ToHaveTextAsync(Words.Number());
            await Expect(row.Cell(FleetColumn.Out)).ToHaveTextAsync(Words.Number());
            await Expect(row.Cell(FleetColumn.Errors)).ToHaveTextAsync("0");
            await ExpectToMoveAsync(row.Cell(FleetColumn.In));
            await ExpectToMoveAsync(row.Cell(FleetColumn.Out));
            await ExpectToMoveAsync(row.Cell(FleetColumn.Batch));
        }
    }

    [Fact]
    public async Task Fleet_AbsorbersRunUnderLoad_AddsThemUpAtTheTop()
    {
        var page = await OpenLiveAsync("/");

        await Expect(page.Figure("Rows in")).ToContainTextAsync("into 3 absorbers");
        await Expect(page.Figure("Agents online")).ToContainTextAsync("of 1");
        await ExpectToMoveAsync(page.Figure("Rows in"));
        await ExpectToMoveAsync(page.Figure("Rows absorbed"));
    }

    [Fact]
    public async Task Fleet_BatchEnds_ShowsItWithinASecond()
    {
        var page = await OpenLiveAsync("/");

        // Batch ends stand on the page to the millisecond: how late is the page when a new one appears?
        var delays = await page.EvaluateAsync<double[]>(
            """
            () => new Promise(done => {
              const delays = [];
              const seen = new Set([...document.querySelectorAll("td.batch time")].map(time => time.dateTime));
              const look = () => {
                for (const time of document.querySelectorAll("td.batch time")) {
                  if (seen.has(time.dateTime)) continue;
                  seen.add(time.dateTime);
                  delays.push(Date.now() - Date.parse(time.dateTime));
                }
                if (delays.length < 12) return;
                observer.disconnect();
                done(delays);
              };
              const observer = new MutationObserver(look);
              observer.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
            })
            """);

        Array.Sort(delays);
        Report($"From the end of a batch to the page: median {delays[delays.Length / 2]:0} ms, greatest {delays[^1]:0} ms of {delays.Length}.");
        Assert.True(delays[0] < 1_000, $"The page is late even at best: {delays[0]:0} ms after the batch.");
        Assert.True(delays[delays.Length / 2] < 2_500, $"The page is late: {delays[delays.Length / 2]:0} ms after the batch.");
    }

    [Fact]
    public async Task Filter_OneTypes_LeavesMatchesAndStaysInTheAddress()
    {
        var page = await OpenLiveAsync("/");
        var filter = page.GetByRole(AriaRole.Searchbox, new() { Name = "Filter absorbers" });

        await filter.FillAsync("crm");

        await Expect(page.RowOf(Demo.Customers)).ToBeVisibleAsync();
        await Expect(page.RowOf(Demo.OrderLines)).ToBeHiddenAsync();
        await Expect(page.GetByText("1 of 3, worst first")).ToBeVisibleAsync();
        await Expect(page).ToHaveURLAsync($"{Stage.Address}/?q=crm");

        await ExpectToMoveAsync(page.RowOf(Demo.Customers).Cell(FleetColumn.Batch));
        await Expect(page.RowOf(Demo.OrderLines)).ToBeHiddenAsync();

        await page.ReloadAsync();
        await Expect(filter).ToHaveValueAsync("crm");
        await Expect(page.RowOf(Demo.OrderLines)).ToBeHiddenAsync();

        await filter.FillAsync("nothing like it");
        await Expect(page.GetByText("No absorber matches the filter.")).ToBeVisibleAsync();
        await page.GetByRole(AriaRole.Link, new() { Name = "Show all" }).ClickAsync();
        await Expect(page.RowOf(Demo.OrderLines)).ToBeVisibleAsync();
        await Expect(page).ToHaveURLAsync($"{Stage.Address}/");
    }

    [Fact]
    public async Task Keys_OneNavigatesWithoutAPointer_ReachesFilterRowsAndHelp()
    {
        var page = await OpenLiveAsync("/");
        var filter = page.GetByRole(AriaRole.Searchbox, new() { Name = "Filter absorbers" });
        var links = page.GetByRole(AriaRole.Rowheader).GetByRole(AriaRole.Link);

        await page.Keyboard.PressAsync("/");
        await Expect(filter).ToBeFocusedAsync();
        await page.Keyboard.TypeAsync("j/?");
        await Expect(filter).ToHaveValueAsync("j/?");
        await filter.FillAsync("");
        await page.Keyboard.PressAsync("Escape");
        await Expect(filter).Not.ToBeFocusedAsync();

        await page.Keyboard.PressAsync("j");
        await Expect(links.Nth(0)).ToBeFocusedAsync();
        await page.Keyboard.PressAsync("j");
        await Expect(links.Nth(1)).ToBeFocusedAsync();
        await page.Keyboard.PressAsync("k");
        await Expect(links.Nth(0)).ToBeFocusedAsync();

        await page.Keyboard.PressAsync("?");
        var help = page.GetByRole(AriaRole.Dialog, new() { Name = "Keys" });
        await Expect(help).ToBeVisibleAsync();
        await page.Keyboard.PressAsync("Escape");
        await Expect(help).ToBeHiddenAsync();

        var name = await links.Nth(0).TextContentAsync();
        await page.Keyboard.PressAsync("Enter");
        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync(name!);
    }

    private static async Task ExpectToMoveAsync(ILocator figure)
    {
        var before = await figure.InnerTextAsync();
        await Expect(figure).Not.ToHaveTextAsync(before, new() { UseInnerText = true });
    }
}
