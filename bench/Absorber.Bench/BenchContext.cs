using Absorber.Contracts;
using Absorber.EmbeddedPostgres;
using Absorber.Engine.PostgreSql;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging.Abstractions;
using Npgsql;

namespace Absorber.Bench;

/// <summary>The server, the sizes, and the ways that every scenario needs.</summary>
internal sealed class BenchContext(EmbeddedServer server, PostgreSqlEngine engine, int postmaster) : IAsyncDisposable
{
    private readonly List<NpgsqlDataSource> _sources = [];

    /// <summary>Rows of one run; the decay scenario takes five times as many.</summary>
    public required long Rows { get; init; }

    /// <summary>How often a comparison is repeated; the median counts.</summary>
    public required int Rounds { get; init; }

    public TimeSpan ProducerTime { get; init; } = TimeSpan.FromSeconds(10);

    public required Action<string> Say { get; init; }

    public Meter Meter { get; } = new(postmaster);

    public PostgreSqlEngine Engine => engine;

    public EmbeddedServer Server => server;

    public static async Task<BenchContext> StartAsync(string folder, long rows, int rounds, Action<string> say, CancellationToken cancellation)
    {
        // One checkpoint in the middle of a run would decide the comparison, so they happen only between runs, where we ask for them.
        var server = await EmbeddedServer.StartAsync(
            new EmbeddedServerOptions
            {
                Folder = folder,
                Durable = true,
                SharedBuffersMegabytes = 2_048,
                Settings = new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    ["max_wal_size"] = "32GB",
                    ["checkpoint_timeout"] = "1h",
                    ["autovacuum"] = "off",
                },
            },
            new Progress<string>(say),
            cancellation);
        await using var source = NpgsqlDataSource.Create(server.ConnectionString("postgres"));
        await using var command = source.CreateCommand("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int");
        var postmaster = (int)(await command.ExecuteScalarAsync(cancellation))!;
        return new BenchContext(server, new PostgreSqlEngine(server.ConnectionString("postgres")), postmaster)
        {
            Rows = rows,
            Rounds = rounds,
            Say = say,
        };
    }

    /// <summary>A database of its own with the benches' target and its absorber.</summary>
    public async Task<BenchTable> CreateTableAsync(AbsorberSettings settings, CancellationToken cancellation)
    {
        var database = $"bench_{_sources.Count}_{Guid.NewGuid().ToString("N")[..8]}";
        await server.CreateDatabaseAsync(database, cancellation);
        var source = NpgsqlDataSource.Create(server.ConnectionString(database));
        _sources.Add(source);
        var table = new BenchTable(engine, source, database);
        await table.CreateAsync(settings, cancellation);
        return table;
    }

    /// <summary>Runs the sync loop until a batch finds nothing.</summary>
    public async Task DrainAsync(BenchTable table, CancellationToken cancellation)
    {
        using var drained = new CancellationTokenSource();
        await RunLoopAsync(table, new DrainObserver(drained), drained.Token, cancellation);
    }

    /// <summary>Runs the sync loop until stopped.</summary>
    public Task RunLoopAsync(BenchTable table, CancellationToken stopping) =>
        RunLoopAsync(table, new DrainObserver(null), stopping, CancellationToken.None);

    public async Task RunLoopAsync(BenchTable table, ILoopObserver observer, CancellationToken stopping, CancellationToken abort)
    {
        var time = TimeProvider.System;
        var loop = new SyncLoop(
            table.Absorber.Name,
            table.Absorber.Settings,
            token => engine.OpenLoopAsync(table.Absorber.Name, token),
            new LagClock(time),
            observer,
            new SyncLoopOptions(),
            time,
            NullLogger.Instance);
        var outcome = await loop.RunAsync(stopping, abort);
        abort.ThrowIfCancellationRequested();
        if (outcome.Error is { } error) throw error;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var source in _sources) await source.DisposeAsync();
        await engine.DisposeAsync();
        await server.DisposeAsync();
    }

    private sealed class DrainObserver(CancellationTokenSource? drained) : ILoopObserver
    {
        public void StatusChanged(LoopStatus status)
        {
        }

        public void Sampled(LoopSample sample)
        {
            if (sample.Kind == SampleKind.Idle) drained?.Cancel();
        }
    }
}
