using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Operations;

public sealed class FailingBatchTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task LoopGivesUp_TargetRefusesRows_SaysWhyAndKeepsThemUntilCuredAndStarted()
    {
        await Carts.ClearAsync(Stage);
        var page = await OpenLiveAsync($"/absorbers/{await Stage.NumberOfAsync(Carts.Target)}");

        await Stage.Targets.ExecuteAsync("ALTER TABLE shop.carts ADD CONSTRAINT nothing_fits CHECK (items < 0) NOT VALID");
        try
        {
            await Carts.InsertAsync(Stage, first: 1, count: 20);

            await Expect(page.State()).ToHaveTextAsync("Failed");
            await Expect(page.GetByText("The sync loop gave up.")).ToBeVisibleAsync();
            await Expect(page.Figure("In buffer")).ToContainTextAsync("20 rows");
            await Readability.ExpectAsync(page);

            await page.GetByRole(AriaRole.Link, new() { Name = "Errors", Exact = true }).ClickAsync();
            await Expect(page.GetByRole(AriaRole.Table).GetByRole(AriaRole.Row).Nth(1)).ToContainTextAsync("nothing_fits");
            await Readability.ExpectAsync(page);
        }
        finally
        {
            await Stage.Targets.ExecuteAsync("ALTER TABLE shop.carts DROP CONSTRAINT nothing_fits");
        }

        await page.GetByRole(AriaRole.Link, new() { Name = "Start shop.carts" }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Start shop.carts" }).ClickAsync();
        await Expect(page.State()).ToHaveTextAsync("Running");
        await Expect(page.Figure("In buffer")).ToContainTextAsync("0 rows");
        await Eventually.IsSoAsync(async () => await Carts.CountAsync(Stage) == 20, "all rows are in the target");
    }

    private protected override Task<Stage> EnterAsync() => Bed.TroubledStageAsync();
}
