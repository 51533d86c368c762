using Absorber.Contracts;
using Absorber.Engine.Errors;

namespace Absorber.UnitTests.Agent.Loops;

public sealed class ReconcilerTests : IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _stopping = new();

    public void Dispose() => _stopping.Dispose();

    [Fact]
    public async Task RunAsync_AbsorberMadeByHand_TurnsUpAndRuns()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        var running = bench.Reconciler.RunAsync(_stopping.Token);
        await Eventually.HoldsAsync(() => bench.Fleet.Find(orders) is not null);

        var readings = bench.Engine.Add("readings", enabled: false).Name;
        await PassUntilAsync(bench, () => bench.Fleet.Find(readings) is not null);

        await EndAsync(running);
    }

    [Fact]
    public async Task RunAsync_ServerAwayAtStart_FindsAbsorbersWhenItIsBack()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        bench.Engine.Failure = new EngineException(EngineErrorKind.Unavailable, "away");
        var running = bench.Reconciler.RunAsync(_stopping.Token);

        bench.Engine.Failure = null;
        await PassUntilAsync(bench, () => bench.Fleet.Find(orders) is not null);

        await EndAsync(running);
    }

    [Fact]
    public async Task RunAsync_ServerGoesAway_KeepsWhatItKnows()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        var running = bench.Reconciler.RunAsync(_stopping.Token);
        await Eventually.HoldsAsync(() => bench.Fleet.Find(orders) is not null);

        bench.Engine.Failure = new EngineException(EngineErrorKind.Unavailable, "away");
        bench.Time.Advance(TimeSpan.FromMinutes(1));

        Assert.NotNull(bench.Fleet.Find(orders));
        await EndAsync(running);
    }

    [Fact]
    public async Task RunAsync_CommandWhileReading_PassesOverWhatWasReadBefore()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        await bench.AdoptAsync();
        var reads = 0;
        bench.Engine.WhileReading = async () =>
        {
            // The list was taken when the absorber was still disabled.
            if (++reads == 1) await bench.Commander.StartAbsorber(orders);
        };

        var running = bench.Reconciler.RunAsync(_stopping.Token);
        await PassUntilAsync(bench, () => bench.StateOf(orders) == AbsorberState.Running && reads > 1);

        Assert.Equal(AbsorberState.Running, bench.StateOf(orders));
        await EndAsync(running);
    }

    private static Task PassUntilAsync(FleetBench bench, Func<bool> condition) => Eventually.HoldsAsync(() =>
    {
        bench.Time.Advance(Period);
        return condition();
    });

    private async Task EndAsync(Task running)
    {
        await _stopping.CancelAsync();
        await running.WithinPatience();
    }
}
