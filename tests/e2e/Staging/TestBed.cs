using Absorber.Testing.Databases;
using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Staging;

/// <summary>What all tests share: a database server, a browser, and a stage on which absorbers run under a bursty load.</summary>
public sealed class TestBed : IAsyncLifetime
{
    private const string Browser = "/usr/bin/chromium";

    private readonly PostgresServers _servers = new();
    private readonly List<Stage> _stages = [];
    private Task<Stage>? _busy;
    private Task<Stage>? _troubled;
    private Task<Stage>? _past;
    private IPlaywright? _playwright;
    private IBrowser? _chromium;

    internal IBrowser Chromium => _chromium ?? throw new InvalidOperationException("The browser has not been started.");

    public async ValueTask InitializeAsync()
    {
        Programs.DemandPageAssets();
        Assertions.SetDefaultExpectTimeout(30_000);
        _playwright = await Playwright.CreateAsync();
        _chromium = await _playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = Browser,
            Args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        });
    }

    /// <summary>A console with databases of its own. Nothing else runs yet.</summary>
    /// <param name="targets">The name of the targets' database; null for any.</param>
    internal async Task<Stage> OpenStageAsync(string? targets = null)
    {
        var stage = new Stage(await _servers.CreateDatabaseAsync(), targets is null ? await _servers.CreateDatabaseAsync() : await _servers.CreateDatabaseAsync(targets));
        _stages.Add(stage);
        await stage.StartConsoleAsync();
        return stage;
    }

    /// <summary>The stage for tests that only look: three targets, their absorbers, and a load of bursts and calm.</summary>
    internal Task<Stage> BusyStageAsync() => _busy ??= OpenBusyStageAsync();

    /// <summary>The stage for tests that stop, kill and restart things: with a load, and with <see cref="Carts"/> that only tests write to. Everything runs when this returns.</summary>
    internal async Task<Stage> TroubledStageAsync()
    {
        var stage = await (_troubled ??= OpenTroubledStageAsync());
        await stage.MendAsync();
        return stage;
    }

    /// <summary>The stage of a console that was started with <see cref="Past"/> in its store, and without an agent.</summary>
    internal Task<Stage> PastStageAsync() => _past ??= OpenPastStageAsync();

    public async ValueTask DisposeAsync()
    {
        foreach (var stage in _stages)
            await stage.DisposeAsync();
        if (_chromium is not null)
            await _chromium.DisposeAsync();
        _playwright?.Dispose();
        await _servers.DisposeAsync();
    }

    private async Task<Stage> OpenBusyStageAsync()
    {
        var stage = await OpenStageAsync();
        await stage.CreateDemoAbsorbersAsync();
        await stage.StartAgentAsync();
        stage.StartLoad(calm: 300, burst: 6_000);
        await stage.UntilReportedAsync(Demo.Targets);
        return stage;
    }

    private async Task<Stage> OpenTroubledStageAsync()
    {
        var stage = await OpenStageAsync();
        await stage.CreateDemoAbsorbersAsync();
        await stage.Targets.ExecuteAsync(Carts.Table);
        await stage.CreateAbsorberAsync(Carts.Target);
        await stage.StartAgentAsync();
        await stage.UntilReportedAsync([.. Demo.Targets, Carts.Target]);
        return stage;
    }

    private async Task<Stage> OpenPastStageAsync()
    {
        var stage = await OpenStageAsync();
        await stage.Console.StopAsync();
        await Past.WriteAsync(stage);
        await stage.StartConsoleAsync();
        return stage;
    }
}
