using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text;
using Absorber.Contracts;
using Absorber.Testing.Databases;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using static Absorber.IntegrationTests.ConsoleServer.FakeAgent;

namespace Absorber.IntegrationTests.ConsoleServer;

public sealed class LiveHubTests(PostgresServers servers)
{
    private readonly ConcurrentQueue<(string Name, string Html)> _fragments = new();
    private readonly ConcurrentQueue<SeriesPoint> _points = new();
    private int _pulses;

    [Fact]
    public async Task Watch_Fleet_GetsItAtOnceAndAgainWhenItChanges()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var browser = await OpenAsync(console);

        await browser.InvokeAsync(nameof(ILiveHub.Watch), (string[])["fleet", "header"], null);
        await Eventually.HoldsAsync(() => _fragments.Any(fragment => fragment.Name == "fleet"));
        await using var agent = await RegisterAsync(console);

        await Eventually.HoldsAsync(() => _fragments.Any(fragment => fragment.Name == "fleet" && fragment.Html.Contains("sales.orders", StringComparison.Ordinal)));
        await Eventually.HoldsAsync(() => Volatile.Read(ref _pulses) >= 2);
    }

    [Fact]
    public async Task Watch_Absorber_GetsItsPointsAsTheyChange()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        await using var browser = await OpenAsync(console);
        await browser.InvokeAsync(nameof(ILiveHub.Watch), Array.Empty<string>(), 1);
        var now = TimeProvider.System.GetUtcNow();

        await agent.SendAsync(1, Sample(now, 1));
        await Eventually.HoldsAsync(() => _points.Any(point => point is { Batches: 1 }));
        await agent.SendAsync(2, Sample(now, 2));

        await Eventually.HoldsAsync(() => _points.Any(point => point.Batches == 2 && point.Time / 1000 == now.ToUnixTimeSeconds()));
    }

    [Fact]
    public async Task Watch_AnotherBrowserDoesNotRead_GetsEverythingAllTheSame()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString, "--Console:FragmentInterval=00:00:00.200");
        var names = Enumerable.Range(0, 400).Select(i => Report(new AbsorberName("shop", "sales", $"table_{i}"))).Prepend(Report()).ToArray();
        await using var agent = await RegisterAsync(console, absorbers: names);
        using var stuck = await OpenAndNeverReadAsync(console);
        await using var browser = await OpenAsync(console);
        await browser.InvokeAsync(nameof(ILiveHub.Watch), (string[])["fleet"], null);

        for (var i = 1; i <= 40; i++)
        {
            await agent.SendAsync(i, Sample(TimeProvider.System.GetUtcNow(), issued: i));
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
        var before = _fragments.Count;
        Assert.True(before > 5, $"{before} fragments came");
        await agent.SendAsync(41, Sample(TimeProvider.System.GetUtcNow(), issued: 1_000_000) with { Depth = 123_456 });

        await Eventually.HoldsAsync(() => _fragments.Any(fragment => fragment.Html.Contains("123,456", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Watch_WhatDoesNotExist_IsRefused()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var browser = await OpenAsync(console);

        await Assert.ThrowsAsync<HubException>(() => browser.InvokeAsync(nameof(ILiveHub.Watch), (string[])["../secret"], null));
        await Assert.ThrowsAsync<HubException>(() => browser.InvokeAsync(nameof(ILiveHub.Watch), Enumerable.Repeat("fleet", 21).ToArray(), null));
    }

    [Fact]
    public async Task Watch_StoreIsKilled_FragmentsGoOn()
    {
        await using var server = await servers.StartPrivateAsync();
        await using var database = await servers.CreateDatabaseOnAsync(server);
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        await using var browser = await OpenAsync(console);
        await browser.InvokeAsync(nameof(ILiveHub.Watch), (string[])["header", "batches-1", "actions-1"], null);
        await server.KillAsync();

        await agent.SendAsync(1, Sample(TimeProvider.System.GetUtcNow(), 4711));

        await Eventually.HoldsAsync(() => _fragments.Any(fragment => fragment.Name == "header" && fragment.Html.Contains("No history", StringComparison.Ordinal)));
        await Eventually.HoldsAsync(() => _fragments.Any(fragment => fragment.Name == "batches-1" && fragment.Html.Contains("4,711", StringComparison.Ordinal)));
    }

    /// <summary>A browser that says what it shows and then hangs: nothing takes from its connection what is sent.</summary>
    private static async Task<ClientWebSocket> OpenAndNeverReadAsync(RunningConsole console)
    {
        var socket = new ClientWebSocket();
        await socket.ConnectAsync(new UriBuilder(console.Address) { Scheme = "ws", Path = HubPaths.Live }.Uri, CancellationToken.None);
        string[] messages = ["""{"protocol":"json","version":1}""", """{"type":1,"target":"Watch","arguments":[["fleet"],null]}"""];
        foreach (var message in messages)
            await socket.SendAsync(Encoding.UTF8.GetBytes(message + "\u001e"), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
        return socket;
    }

    private async Task<HubConnection> OpenAsync(RunningConsole console)
    {
        var browser = Connection(console, HubPaths.Live);
        browser.On<string, string>(nameof(ILiveClient.Fragment), (name, html) => _fragments.Enqueue((name, html)));
        browser.On<int, List<SeriesPoint>>(nameof(ILiveClient.Points), (_, points) => points.ForEach(_points.Enqueue));
        browser.On<long>(nameof(ILiveClient.Pulse), _ => Interlocked.Increment(ref _pulses));
        await browser.StartAsync();
        return browser;
    }
}
