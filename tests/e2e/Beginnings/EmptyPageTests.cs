using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Beginnings;

public sealed class EmptyPageTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task Fleet_NothingIsThereYet_SaysWhatToDoUntilTheFirstAbsorberAppears()
    {
        var page = await OpenLiveAsync("/");
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "No agent has connected yet" })).ToBeVisibleAsync();
        await Expect(page.GetByText("absorber run")).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);

        await Stage.StartAgentAsync();
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "No absorbers yet" })).ToBeVisibleAsync();
        await Expect(page.GetByText("absorber create")).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);

        await Stage.Targets.ExecuteAsync(Carts.Table);
        await Stage.CreateAbsorberAsync(Carts.Target);
        await Expect(page.RowOf(Carts.Target).Cell(FleetColumn.State)).ToHaveTextAsync("Running");
        await Expect(page.RowOf(Carts.Target).Cell(FleetColumn.Depth)).ToHaveTextAsync("0");

        await page.RowOf(Carts.Target).GetByRole(AriaRole.Link, new() { Name = Carts.Target, Exact = true }).ClickAsync();
        await page.GetByRole(AriaRole.Link, new() { Name = "Batches" }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "No batch yet" })).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);
    }

    private protected override Task<Stage> EnterAsync() => Bed.OpenStageAsync();
}
