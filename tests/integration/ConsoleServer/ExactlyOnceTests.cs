using Absorber.Contracts;
using Absorber.Testing.Databases;
using static Absorber.IntegrationTests.ConsoleServer.FakeAgent;

namespace Absorber.IntegrationTests.ConsoleServer;

/// <summary>Every sample is stored once, whatever happens between agent, console and store.</summary>
public sealed class ExactlyOnceTests(PostgresServers servers)
{
    private static readonly DateTimeOffset Start = new(TimeProvider.System.GetUtcNow().UtcTicks / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond - (60 * TimeSpan.TicksPerSecond), TimeSpan.Zero);

    [Fact]
    public async Task SendSamples_SameBatchAgain_IsStoredAndShownOnce()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        Assert.Equal(5, (await agent.SendAsync(1, Batch(1, 5))).Sequence);
        Assert.Equal(5, (await agent.SendAsync(1, Batch(1, 5))).Sequence);

        Assert.Equal([1, 2, 3, 4, 5], await StoredAsync(database));
        Assert.Equal(5, console.Fleet.Absorber(1)!.Series.Batches().Count);
    }

    [Fact]
    public async Task SendSamples_BatchThatOverlaps_StoresWhatIsNew()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        await agent.SendAsync(1, Batch(1, 5));
        Assert.Equal(8, (await agent.SendAsync(3, Batch(3, 8))).Sequence);

        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8], await StoredAsync(database));
    }

    [Fact]
    public async Task SendSamples_BatchThatComesTooEarly_IsAskedForWhatIsBetween()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        await agent.SendAsync(1, Batch(1, 2));
        Assert.Equal(new SampleAcknowledgement(2), await agent.SendAsync(6, Batch(6, 8)));
        Assert.Equal(8, (await agent.SendAsync(3, Batch(3, 8))).Sequence);

        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8], await StoredAsync(database));
        Assert.Equal(8, console.Fleet.Absorber(1)!.Series.Batches().Count);
    }

    [Fact]
    public async Task SendSamples_WhatIsBetweenIsLost_GoesOnWithWhatThereIs()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        await agent.SendAsync(1, Batch(1, 2));
        await agent.SendAsync(6, Batch(6, 8));
        Assert.Equal(9, (await agent.SendAsync(6, Batch(6, 9))).Sequence);

        Assert.Equal([1, 2, 6, 7, 8, 9], await StoredAsync(database));
    }

    [Fact]
    public async Task SendSamples_AcknowledgementLostAndConsoleRestarted_IsStoredOnceAndRemembered()
    {
        await using var database = await servers.CreateDatabaseAsync();
        var spool = Guid.NewGuid();
        await using (var console = await RunningConsole.StartAsync(database.ConnectionString))
        {
            var agent = await RegisterAsync(console, spool);
            var lost = agent.SendAsync(1, Batch(1, 50));
            await Eventually.HoldsAsync(async () => (await StoredAsync(database)).Count > 0);
            await agent.DisposeAsync();
            await lost.ContinueWith(_ => { }, TaskScheduler.Default);
        }

        await using var next = await RunningConsole.StartAsync(database.ConnectionString);
        await using var again = await ConnectAsync(next, spool);
        Assert.Equal(50, (await again.RegisterAsync()).Sequence);
        Assert.Equal(60, (await again.SendAsync(1, Batch(1, 60))).Sequence);

        Assert.Equal(Enumerable.Range(1, 60).Select(i => (long)i), await StoredAsync(database));
        Assert.Equal(60, next.Fleet.Absorber(1)!.Series.Batches().Count);
    }

    [Fact]
    public async Task SendSamples_StoreIsKilledAndComesBack_ShowsLiveMeanwhileAndStoresAllOnce()
    {
        await using var server = await servers.StartPrivateAsync();
        await using var database = await servers.CreateDatabaseOnAsync(server);
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        await agent.SendAsync(1, Batch(1, 3));

        await server.KillAsync();
        var away = await agent.SendAsync(4, Batch(4, 6));
        Assert.Equal(new SampleAcknowledgement(3, StoreAway: true), away);
        Assert.Equal(new SampleAcknowledgement(3, StoreAway: true), await agent.SendAsync(7, Batch(7, 8)));
        Assert.Equal(8, console.Fleet.Absorber(1)!.Series.Batches().Count);
        console.Fleet.Refresh();
        Assert.NotNull(console.Fleet.Current.HistoryProblem);
        Assert.Equal(System.Net.HttpStatusCode.ServiceUnavailable, (await console.Http.GetAsync("/health/ready")).StatusCode);

        await server.StartAgainAsync();
        await Eventually.HoldsAsync(async () => !(await agent.SendAsync(9, Batch(9, 9))).StoreAway);
        Assert.Equal(9, (await agent.SendAsync(4, Batch(4, 9))).Sequence);

        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8, 9], await StoredAsync(database));
        Assert.Equal(9, console.Fleet.Absorber(1)!.Series.Batches().Count);
        console.Fleet.Refresh();
        Assert.Null(console.Fleet.Current.HistoryProblem);
    }

    [Fact]
    public async Task SendSamples_ErrorTextThatTheStoreCannotHold_DoesNotKeepOthersFromBeingStored()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        var odd = Sample(Start, 1, SampleKind.Error) with { Error = "a\0b" + new string('x', 10_000) };
        Assert.Equal(2, (await agent.SendAsync(1, odd, Sample(Start, 2))).Sequence);

        Assert.Equal([1, 2], await StoredAsync(database));
    }

    [Fact]
    public async Task SendSamples_OlderThanTheRetention_AreAcknowledgedButNotKept()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        Assert.Equal(2, (await agent.SendAsync(1, Sample(Start.AddDays(-3), 1), Sample(Start, 2))).Sequence);

        Assert.Equal([2], await StoredAsync(database));
    }

    private static Sample[] Batch(int from, int to) =>
        [.. Enumerable.Range(from, to - from + 1).Select(i => Sample(Start.AddMilliseconds(i), issued: i))];

    private static async Task<List<long>> StoredAsync(TestDatabase database)
    {
        await using var command = database.Source.CreateCommand("SELECT issued FROM console.samples ORDER BY issued");
        await using var reader = await command.ExecuteReaderAsync();
        var stored = new List<long>();
        while (await reader.ReadAsync())
            stored.Add(reader.GetInt64(0));
        return stored;
    }
}
