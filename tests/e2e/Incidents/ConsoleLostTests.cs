using System.Globalization;
using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Incidents;

public sealed class ConsoleLostTests(TestBed bed) : BrowserTest(bed)
{
    [Fact]
    public async Task ConsoleKilled_ThenStartedAgain_LoopsGoOnAndPagesHealWithoutALossOrADouble()
    {
        // An agent that another test killed may have lost the sample of the batch in flight.
        var earlier = await BatchLedger.CompareAsync(Stage);
        Stage.StartLoad(calm: 300, burst: 3_000);
        var page = await OpenLiveAsync(await AddressAsync());
        ExcuseLostConnections();
        await page.EvaluateAsync("() => { window.stayed = true; }");

        await Stage.Console.KillAsync();
        var killed = TimeProvider.System.GetUtcNow();
        await Expect(page.LiveStatus()).ToHaveTextAsync(Words.Reconnecting());
        await Expect(page.Locator("html")).ToHaveAttributeAsync("data-stale", "");

        var before = await BatchesAsync();
        await Eventually.IsSoAsync(async () => await BatchesAsync() >= before + 10, "loops go on without the console");
        await Stage.StartConsoleAsync();

        await Expect(page.LiveStatus()).ToContainTextAsync("live");
        await Expect(page.Locator("html")).Not.ToHaveAttributeAsync("data-stale", "");
        await Expect(page.State()).ToHaveTextAsync(Words.Going());
        Assert.True(await page.EvaluateAsync<bool>("() => window.stayed === true"), "The page was loaded anew.");

        await Stage.StopLoadAsync();
        var ledger = await BatchLedger.CompareAsync(Stage);
        Report($"{ledger.Batches} batches; missing {ledger.Missing.Count}, doubled {ledger.Doubled.Count}.");
        Assert.Empty(ledger.Missing.Except(earlier.Missing, StringComparer.Ordinal));
        Assert.Empty(ledger.Doubled);
        Assert.InRange(await LongestSilenceAsync(killed.AddSeconds(-5)), 0, 3);
    }

    [Fact]
    public async Task ConsoleHangs_ThenGoesOn_IsSaidInTheHeaderAndHeals()
    {
        var page = await OpenLiveAsync("/");
        ExcuseLostConnections();

        await Stage.Console.FreezeAsync();
        try
        {
            await Expect(page.LiveStatus()).ToHaveTextAsync(Words.Stale());
            await Expect(page.Locator("html")).ToHaveAttributeAsync("data-stale", "");
        }
        finally
        {
            await Stage.Console.ThawAsync();
        }

        await Expect(page.LiveStatus()).ToContainTextAsync("live");
        await Expect(page.Locator("html")).Not.ToHaveAttributeAsync("data-stale", "");
    }

    [Fact]
    public async Task BrowserGoesOffline_ThenOnline_IsSaidInTheHeaderAndHeals()
    {
        var page = await OpenLiveAsync("/");
        ExcuseLostConnections();

        await page.Context.SetOfflineAsync(true);
        await Expect(page.LiveStatus()).ToHaveTextAsync(Words.Stale());
        await Readability.ExpectAsync(page);

        await page.Context.SetOfflineAsync(false);
        await Expect(page.LiveStatus()).ToContainTextAsync("live");
    }

    private protected override Task<Stage> EnterAsync() => Bed.TroubledStageAsync();

    private void ExcuseLostConnections() => Excuse("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to", "answer 502", "answer 503");

    private Task<long> BatchesAsync() => Stage.Targets.QueryAsync<long>("SELECT sum(batch)::bigint FROM (SELECT max(batch) AS batch FROM absorber.batch GROUP BY absorber) AS last");

    /// <summary>The longest time without any sample, in seconds.</summary>
    private Task<double> LongestSilenceAsync(DateTimeOffset since) => Stage.Store.QueryAsync<double>(string.Create(
        CultureInfo.InvariantCulture,
        $"""
        SELECT extract(epoch FROM max(at - previous))::double precision
        FROM (SELECT at, lag(at) OVER (PARTITION BY absorber_id ORDER BY at) AS previous FROM console.samples WHERE at > '{since:O}') AS sample
        """));

    private async Task<string> AddressAsync() => $"{Stage.Address}/absorbers/{await Stage.NumberOfAsync(Demo.OrderLines)}";
}
