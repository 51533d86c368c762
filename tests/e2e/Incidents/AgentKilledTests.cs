using System.Globalization;
using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Incidents;

public sealed class AgentKilledTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task AgentKilled_ThenStartedAgain_IsSaidAtOnceAndLeavesAGapOfItsAbsenceAndNoOther()
    {
        Stage.StartLoad(calm: 300, burst: 3_000);
        var fleet = await OpenLiveAsync("/");
        var page = await OpenLiveAsync(await AddressAsync() + "?range=5m");
        await Expect(page.Figure("In")).Not.ToContainTextAsync("0 /s");

        await Stage.Agent.KillAsync();
        var killed = TimeProvider.System.GetUtcNow();

        await ExpectToSayThatItIsOfflineAsync(page);
        Report($"From the agent's end to the page that says so: {(TimeProvider.System.GetUtcNow() - killed).TotalMilliseconds:0} ms.");
        await ExpectTheFleetToSaySoAsync(fleet);
        await Readability.ExpectAsync(page);
        await Readability.ExpectAsync(fleet);

        // Long enough to be seen in a chart of five minutes.
        await Expect(page.GetByText("was last heard of")).ToHaveTextAsync(Words.HeardOfQuarterOfAMinuteAgo());
        await Stage.StartAgentAsync();

        await Expect(page.State()).ToHaveTextAsync(Words.Going());
        await Expect(fleet.RowOf(Demo.OrderLines).Cell(FleetColumn.State)).ToHaveTextAsync(Words.Going());
        await Expect(page.GetByRole(AriaRole.Link, new() { Name = "Stop sales.order_lines" })).ToBeVisibleAsync();
        var back = await FirstSampleAfterAsync(killed);
        await ExpectAGapAsync(page, killed, back);
        await page.ReloadAsync();
        await ExpectAGapAsync(page, killed, back);

        await Stage.StopLoadAsync();
        await ExpectHistoryToBeWholeAsync(killed);
    }

    private protected override Task<Stage> EnterAsync() => Bed.TroubledStageAsync();

    private static async Task ExpectToSayThatItIsOfflineAsync(IPage page)
    {
        await Expect(page.State()).ToHaveTextAsync("Agent offline");
        await Expect(page.GetByText($"Agent {Stage.AgentName} was last heard of")).ToHaveTextAsync(Words.HeardOfSecondsAgo());
        await Expect(page.GetByText("The figures below are of")).ToBeVisibleAsync();
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Stop" })).ToBeDisabledAsync();
        await Expect(page.GetByText($"Agent {Stage.AgentName} is offline, so it can't be told to stop.")).ToBeVisibleAsync();
        await Expect(page.GetByRole(AriaRole.Banner).GetByRole(AriaRole.Link, new() { Name = "1 agent offline" })).ToBeVisibleAsync();
    }

    private static async Task ExpectTheFleetToSaySoAsync(IPage fleet)
    {
        var row = fleet.RowOf(Demo.OrderLines);
        await Expect(row.Cell(FleetColumn.State)).ToHaveTextAsync("Agent offline");
        await Expect(row.Cell(FleetColumn.Outlook)).ToContainTextAsync("figures are of");
        await Expect(row.GetByRole(AriaRole.Button, new() { Name = "is offline, so it can't be told to stop" })).ToBeDisabledAsync();
    }

    /// <summary>The time away is empty in the chart and has no points, and the time before and after has them.</summary>
    private async Task ExpectAGapAsync(IPage page, DateTimeOffset killed, DateTimeOffset back)
    {
        await Eventually.IsSoAsync(async () => await page.Chart("Depth").WidestGapAsync() >= 15, "the chart of depth has a gap");

        var number = await Stage.NumberOfAsync(Demo.OrderLines);
        var times = await page.EvaluateAsync<double[]>(
            "async address => (await (await fetch(address)).json()).map(point => point.t)",
            string.Create(CultureInfo.InvariantCulture, $"/api/absorbers/{number}/points?from={killed.AddSeconds(-10).ToUnixTimeMilliseconds()}&to={back.AddSeconds(10).ToUnixTimeMilliseconds()}&step=1"));
        var away = times.Where(time => time > killed.ToUnixTimeMilliseconds() && time < back.ToUnixTimeMilliseconds() - 1_000);
        Assert.Empty(away);
        Assert.Contains(times, time => time < killed.ToUnixTimeMilliseconds());
    }

    private async Task ExpectHistoryToBeWholeAsync(DateTimeOffset killed)
    {
        var ledger = await BatchLedger.CompareAsync(Stage);
        Report($"{ledger.Batches} batches; without a sample: {string.Join(", ", ledger.Missing)}; doubled: {ledger.Doubled.Count}.");
        Assert.Empty(ledger.Doubled);

        // A batch that was committed at the very moment of the kill may have had no time to be sampled: one of each loop at most.
        Assert.All(ledger.Missing.GroupBy(batch => batch.Split(' ')[0], StringComparer.Ordinal), lost => Assert.Single(lost));
        var last = await Stage.Store.QueryAsync<DateTime>(string.Create(CultureInfo.InvariantCulture, $"SELECT max(at) FROM console.samples WHERE at < '{killed:O}'"));
        Assert.InRange((killed.UtcDateTime - last).TotalSeconds, 0, 3);
    }

    private async Task<DateTimeOffset> FirstSampleAfterAsync(DateTimeOffset killed)
    {
        var sql = string.Create(CultureInfo.InvariantCulture, $"SELECT min(at) FROM console.samples WHERE at > '{killed:O}'");
        await Eventually.IsSoAsync(async () => await Stage.Store.QueryAsync<DateTime>(sql) != default, "the agent that is back delivers samples");
        return new DateTimeOffset(await Stage.Store.QueryAsync<DateTime>(sql), TimeSpan.Zero);
    }

    private async Task<string> AddressAsync() => $"{Stage.Address}/absorbers/{await Stage.NumberOfAsync(Demo.OrderLines)}";
}
