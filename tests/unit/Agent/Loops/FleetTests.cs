using Absorber.Contracts;
using Absorber.Engine.Errors;

namespace Absorber.UnitTests.Agent.Loops;

public sealed class FleetTests
{
    [Fact]
    public async Task Adopt_EnabledAbsorber_RunsIt()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders").Name;
        var parked = bench.Engine.Add("parked", enabled: false).Name;

        await bench.AdoptAsync();

        await bench.ReachesAsync(orders, AbsorberState.Running);
        Assert.Equal(AbsorberState.Stopped, bench.StateOf(parked));
    }

    [Fact]
    public async Task Adopt_DisabledByHand_StopsAndEnabledAgainRuns()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);

        await bench.Engine.SetEnabledAsync(orders, enabled: false, default);
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Stopped);
        await Eventually.HoldsAsync(() => bench.Fleet.Find(orders)!.Run!.Completion.IsCompleted);
        await bench.Engine.SetEnabledAsync(orders, enabled: true, default);
        await bench.AdoptAsync();

        await bench.ReachesAsync(orders, AbsorberState.Running);
    }

    [Fact]
    public async Task Adopt_Dropped_StopsItsLoopAndForgetsIt()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);
        var run = bench.Fleet.Find(orders)!.Run!;

        bench.Engine.Remove(orders);
        await bench.AdoptAsync();

        Assert.Empty(bench.Fleet.Report());
        await run.Completion.WithinPatience();
    }

    [Fact]
    public async Task Adopt_DroppedAndMadeAnew_StartsOver()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        var before = bench.Fleet.Find(orders);

        bench.Engine.Add("orders");
        await bench.AdoptAsync();

        Assert.NotSame(before, bench.Fleet.Find(orders));
        await before!.Run!.Completion.WithinPatience();
        await bench.ReachesAsync(orders, AbsorberState.Running);
    }

    [Fact]
    public async Task Adopt_LoopGaveUp_LeavesItUntilSettingsChange()
    {
        await using var bench = new FleetBench();
        bench.Engine.Batch = (_, _) => throw new EngineException(EngineErrorKind.RowRefused, "a row does not fit");
        var orders = bench.Engine.Add("orders", settings: new AbsorberSettings { MaxErrors = 1 }).Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Failed);
        await Eventually.HoldsAsync(() => bench.Fleet.Find(orders)!.Run!.Completion.IsCompleted);
        var run = bench.Fleet.Find(orders)!.Run;

        await bench.AdoptAsync();
        Assert.Same(run, bench.Fleet.Find(orders)!.Run);

        bench.Engine.Batch = null;
        await bench.Engine.ChangeAsync(orders, new AbsorberSettings { MaxErrors = 2 }, default);
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);
    }

    [Fact]
    public async Task Version_AnythingReportedChanges_Grows()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        await bench.AdoptAsync();
        var version = bench.Fleet.Version;
        await bench.AdoptAsync();
        Assert.Equal(version, bench.Fleet.Version);

        await bench.Engine.ChangeAsync(orders, new AbsorberSettings { BatchSize = 5 }, default);
        await bench.AdoptAsync();

        Assert.NotEqual(version, bench.Fleet.Version);
        Assert.Equal(5, bench.Fleet.Report()[0].Settings.BatchSize);
    }

    [Fact]
    public async Task EndAsync_BatchTakesLongerThanItsGrace_CancelsIt()
    {
        var bench = new FleetBench();
        bench.Engine.Batch = async (name, cancellation) =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellation);
            return bench.Engine.Nothing(name);
        };
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);

        var ending = bench.Fleet.EndAsync(TimeSpan.FromSeconds(20), CancellationToken.None);
        Assert.Equal(TimeSpan.FromSeconds(20), await bench.Time.NextWaitAsync());
        Assert.False(ending.IsCompleted);
        bench.Time.Advance(TimeSpan.FromSeconds(20));

        await ending.WithinPatience();
        Assert.Equal(AbsorberState.Stopped, bench.StateOf(orders));
    }
}
