using Absorber.Contracts;

namespace Absorber.IntegrationTests.Agent;

public sealed class ConsoleConnectionTests
{
    [Fact]
    public async Task RunAsync_Connected_RegistersAndDeliversInOrder()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Append(50);
        bench.Connect();
        for (var i = 0; i < 20; i++) bench.Append(137);

        await bench.DeliversAllAsync();

        bench.AssertComplete();
        Assert.Equal(0, bench.Console.Memory.Doubles);
        var registration = bench.Console.Memory.Registrations.First();
        Assert.Equal(("agent", "localhost:5432", "PostgreSQL 18.4", bench.Spool.Id), (registration.Agent, registration.Server, registration.Engine, registration.Spool));
    }

    [Fact]
    public async Task RunAsync_ConsoleEndsAndBegins_DeliversWithoutGapsOrDoubles()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Connect();
        for (var round = 0; round < 4; round++)
        {
            bench.Append(3_000);
            await bench.Console.StopAsync();
            bench.Append(500);
            await bench.Console.StartAsync();
        }

        await bench.DeliversAllAsync();

        bench.AssertComplete();
        Assert.Equal(0, bench.Console.Memory.Doubles);
    }

    [Fact]
    public async Task RunAsync_AnswersAreLost_SendsAgain()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Console.Memory.AnswersToLose = 2;
        bench.Append(10);
        bench.Connect();
        await Eventually.HoldsAsync(() => bench.Console.Memory.Stored == 10);
        bench.Append(10);

        await bench.DeliversAllAsync();

        bench.AssertComplete();
    }

    [Fact]
    public async Task RunAsync_StoreAway_ShowsWhatIsNewAndSendsAllAgainLater()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Append(100);
        bench.Connect();
        await bench.DeliversAllAsync();

        bench.Console.Memory.StoreAway = true;
        bench.Append(2_500);
        await Eventually.HoldsAsync(() => bench.Console.Memory.Shown == 2_500);
        bench.Append(10);
        await Eventually.HoldsAsync(() => bench.Console.Memory.Shown == 2_510);
        Assert.Equal(100, bench.Console.Memory.Stored);

        bench.Console.Memory.StoreAway = false;
        bench.Append(1);
        await Eventually.HoldsAsync(() => bench.Console.Memory.Batches.Length == bench.Appended);
        bench.AssertComplete();
    }

    [Fact]
    public async Task RunAsync_Refused_SendsNothing()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Console.Memory.Refusal = "Another agent has this name.";
        bench.Append(5);
        bench.Connect();

        await Eventually.HoldsAsync(() => !bench.Console.Memory.Registrations.IsEmpty);
        await bench.EndAsync();

        Assert.Equal(0, bench.Console.Memory.Stored);
        Assert.Single(bench.Console.Memory.Registrations);
    }

    [Fact]
    public async Task RunAsync_StateChanges_AreReported()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Connect();
        await Eventually.HoldsAsync(() => !bench.Console.Memory.Registrations.IsEmpty);

        bench.Engine.Add("orders", enabled: false);
        bench.Fleet.Adopt("db", await bench.Engine.ReadAsync("db", CancellationToken.None));

        await Eventually.HoldsAsync(() => bench.Console.Memory.Reports.Any(report => report.Count == 1));
        Assert.Equal(AbsorberState.Stopped, bench.Console.Memory.Reports.Last()[0].State);
    }

    [Fact]
    public async Task RunAsync_Commands_AnswerWithTheirOutcome()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Connect();
        await Eventually.HoldsAsync(() => bench.Console.Memory.ConnectionId is not null);
        var agent = bench.Console.Hub.Clients.Client(bench.Console.Memory.ConnectionId!);
        var orders = new AbsorberName("db", "public", "orders");

        Assert.Equal(new CommandOutcome(true, AbsorberState.Running, "public.orders runs"), await agent.StartAbsorber(orders).WithinPatience());
        Assert.Equal(new CommandOutcome(false, AbsorberState.Stopping, "public.orders is busy"), await agent.StopAbsorber(orders).WithinPatience());
    }

    [Fact]
    public async Task RunAsync_NetworkFallsSilent_ConnectsAnew()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        using var relay = new FrozenRelay(bench.Console.Address);
        bench.Connect(relay.Address);
        bench.Append(10);
        await bench.DeliversAllAsync();

        relay.Freeze();
        bench.Append(10);

        await bench.DeliversAllAsync();
        bench.AssertComplete();
        Assert.Equal(2, bench.Console.Memory.Registrations.Count);
    }

    [Fact]
    public async Task RunAsync_AgentEnds_DeliversWhatIsLeft()
    {
        await using var bench = new ConnectionBench();
        await bench.Console.StartAsync();
        bench.Connect();
        await Eventually.HoldsAsync(() => !bench.Console.Memory.Registrations.IsEmpty);
        bench.Append(2_345);

        await bench.EndAsync();

        bench.AssertComplete();
    }
}
