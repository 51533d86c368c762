using System.Collections.Concurrent;
using Absorber.Agent.Loops;
using Absorber.Agent.Sampling;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Microsoft.Extensions.Logging.Abstractions;

namespace Absorber.UnitTests.Agent.Loops;

/// <summary>The agent's loops over an engine in memory and a clock that the test moves.</summary>
internal sealed class FleetBench : ISampleSink, IAsyncDisposable
{
    public FleetBench()
    {
        Fleet = new Fleet(Engine, this, Time, NullLogger.Instance);
        Commander = new Commander(Fleet, Engine, Commands, Time, NullLogger.Instance);
    }

    public ManualTimeProvider Time { get; } = new();

    public FakeEngine Engine { get; } = new();

    public Fleet Fleet { get; }

    public CommandCounter Commands { get; } = new();

    public Commander Commander { get; }

    public ConcurrentQueue<(AbsorberName Absorber, Sample Sample)> Samples { get; } = new();

    public Reconciler Reconciler => new(Fleet, Commands, Engine, [], Time, NullLogger.Instance);

    public Watcher Watcher => new(Fleet, Engine, Time, NullLogger.Instance);

    public void Append(AbsorberName absorber, Sample sample) => Samples.Enqueue((absorber, sample));

    public async Task AdoptAsync() => Fleet.Adopt("db", await Engine.ReadAsync("db", CancellationToken.None));

    public AbsorberState? StateOf(AbsorberName name) => Fleet.Find(name)?.Status.State;

    public Task ReachesAsync(AbsorberName name, AbsorberState state) => Eventually.HoldsAsync(() => StateOf(name) == state);

    public ValueTask DisposeAsync() => new(Fleet.EndAsync(Guards.Patience, CancellationToken.None));
}
