using Absorber.Contracts;
using Absorber.Engine.Errors;

namespace Absorber.UnitTests.Agent.Loops;

public sealed class CommanderTests
{
    [Fact]
    public async Task StartAbsorber_Stopped_EnablesAndRunsIt()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        await bench.AdoptAsync();

        var outcome = await CarryOutAsync(bench, bench.Commander.StartAbsorber(orders));

        Assert.Equal((true, AbsorberState.Running), (outcome.Succeeded, outcome.State));
        Assert.True(bench.Engine.Find(orders).Enabled);
        Assert.Equal("public.orders: its loop runs.", outcome.Message);
    }

    [Fact]
    public async Task StopAbsorber_Running_DisablesAndStopsIt()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);

        var outcome = await bench.Commander.StopAbsorber(orders).WithinPatience();

        Assert.Equal((true, AbsorberState.Stopped), (outcome.Succeeded, outcome.State));
        Assert.False(bench.Engine.Find(orders).Enabled);
    }

    [Fact]
    public async Task StopAbsorber_BatchInFlight_TellsThatItStopsLater()
    {
        await using var bench = new FleetBench();
        var finish = new TaskCompletionSource();
        bench.Engine.Batch = async (name, _) =>
        {
            await finish.Task;
            return bench.Engine.Nothing(name);
        };
        var orders = bench.Engine.Add("orders").Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Running);

        var outcome = await CarryOutAsync(bench, bench.Commander.StopAbsorber(orders));

        Assert.Equal((false, AbsorberState.Stopping), (outcome.Succeeded, outcome.State));
        finish.SetResult();
        await bench.ReachesAsync(orders, AbsorberState.Stopped);
    }

    [Fact]
    public async Task StopAbsorber_GaveUp_IsStoppedThenAndNotFailed()
    {
        await using var bench = new FleetBench();
        bench.Engine.Batch = (_, _) => throw new EngineException(EngineErrorKind.RowRefused, "a row does not fit");
        var orders = bench.Engine.Add("orders", settings: new AbsorberSettings { MaxErrors = 1 }).Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Failed);

        Assert.True((await bench.Commander.StopAbsorber(orders).WithinPatience()).Succeeded);
        Assert.Equal(AbsorberState.Stopped, bench.StateOf(orders));
    }

    [Fact]
    public async Task StartAbsorber_GaveUp_TriesAgain()
    {
        await using var bench = new FleetBench();
        bench.Engine.Batch = (_, _) => throw new EngineException(EngineErrorKind.RowRefused, "a row does not fit");
        var orders = bench.Engine.Add("orders", settings: new AbsorberSettings { MaxErrors = 1 }).Name;
        await bench.AdoptAsync();
        await bench.ReachesAsync(orders, AbsorberState.Failed);
        await Eventually.HoldsAsync(() => bench.Fleet.Find(orders)!.Run!.Completion.IsCompleted);

        bench.Engine.Batch = null;
        Assert.True((await CarryOutAsync(bench, bench.Commander.StartAbsorber(orders))).Succeeded);
    }

    [Fact]
    public async Task StartAbsorber_DatabaseAway_ChangesNothingAndSaysSo()
    {
        await using var bench = new FleetBench();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        await bench.AdoptAsync();
        bench.Engine.Failure = new EngineException(EngineErrorKind.Unavailable, "The server cannot be reached.");

        var outcome = await bench.Commander.StartAbsorber(orders);

        Assert.Equal((false, AbsorberState.Stopped), (outcome.Succeeded, outcome.State));
        Assert.Contains("The server cannot be reached.", outcome.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task StartAbsorber_Unknown_SaysSo()
    {
        await using var bench = new FleetBench();
        var outcome = await bench.Commander.StartAbsorber(new AbsorberName("db", "public", "nothing"));
        Assert.False(outcome.Succeeded);
        Assert.Contains("knows no such absorber", outcome.Message, StringComparison.Ordinal);
    }

    /// <summary>Lets time pass until the command has its outcome.</summary>
    private static async Task<CommandOutcome> CarryOutAsync(FleetBench bench, Task<CommandOutcome> command)
    {
        await Eventually.HoldsAsync(() =>
        {
            bench.Time.Advance(TimeSpan.FromMilliseconds(25));
            return command.IsCompleted;
        });
        return await command;
    }
}
