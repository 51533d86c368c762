using Absorber.Bench.Servers;
using Absorber.Bench.Tables;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging.Abstractions;

namespace Absorber.Bench;

/// <summary>The server, the sizes, and the ways that every scenario needs.</summary>
internal sealed class BenchContext(IBenchServer server) : IAsyncDisposable
{
    /// <summary>Rows of one run; the decay scenario takes five times as many.</summary>
    public required long Rows { get; init; }

    /// <summary>How often a comparison is repeated; the median counts.</summary>
    public required int Rounds { get; init; }

    public TimeSpan ProducerTime { get; init; } = TimeSpan.FromSeconds(10);

    public required Action<string> Say { get; init; }

    public Meter Meter { get; } = new(server.Process);

    public IDatabaseEngine Engine => server.Engine;

    public IBenchServer Server => server;

    /// <summary>A database of its own with the benches' target and its absorber.</summary>
    public Task<IBenchTable> CreateTableAsync(AbsorberSettings settings, CancellationToken cancellation) =>
        server.CreateTableAsync(settings, cancellation);

    /// <summary>Runs the sync loop until a batch finds nothing.</summary>
    public async Task DrainAsync(IBenchTable table, CancellationToken cancellation)
    {
        using var drained = new CancellationTokenSource();
        await RunLoopAsync(table, new DrainObserver(drained), drained.Token, cancellation);
    }

    /// <summary>Runs the sync loop until stopped.</summary>
    public Task RunLoopAsync(IBenchTable table, CancellationToken stopping) =>
        RunLoopAsync(table, new DrainObserver(null), stopping, CancellationToken.None);

    public async Task RunLoopAsync(IBenchTable table, ILoopObserver observer, CancellationToken stopping, CancellationToken abort)
    {
        var time = TimeProvider.System;
        var loop = new SyncLoop(
            table.Absorber.Name,
            table.Absorber.Settings,
            token => server.Engine.OpenLoopAsync(table.Absorber.Name, token),
            new LagClock(time),
            observer,
            new SyncLoopOptions(),
            time,
            NullLogger.Instance);
        var outcome = await loop.RunAsync(stopping, abort);
        abort.ThrowIfCancellationRequested();
        if (outcome.Error is { } error) throw error;
    }

    public ValueTask DisposeAsync() => server.DisposeAsync();

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
