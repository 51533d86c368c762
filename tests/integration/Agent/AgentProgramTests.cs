using System.Globalization;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Agent;

public sealed class AgentProgramTests(PostgresServers servers)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Run_KilledAgainAndAgain_LosesNoRowAndDeliversWithoutGapsOrDoubles()
    {
        await using var database = await CreateAsync();
        await using var console = new FakeConsole();
        await console.StartAsync();
        var data = Directory.CreateTempSubdirectory("absorber-agent-").FullName;
        string[] arguments = ["run", "-d", database.Name, "--console", console.Address.ToString(), "--data", data];

        var rows = 0;
        for (var round = 0; round < 4; round++)
        {
            await using var agent = AgentProgram.Start(database.ConnectionString, arguments);
            await Eventually.HoldsAsync(() => agent.Output.Contains("the sync loop runs", StringComparison.Ordinal), Patience);
            for (var burst = 0; burst < 10; burst++) await InsertAsync(database, rows += 500);
            await agent.KillAsync();
            await InsertAsync(database, rows += 500);
        }

        await using (var agent = AgentProgram.Start(database.ConnectionString, arguments))
        {
            await DrainsAsync(database);
            Assert.Equal(0, await agent.TerminateAsync());
        }

        Assert.Equal(rows, await database.QueryAsync<long>("SELECT count(*) FROM orders"));
        Assert.Equal(console.Memory.Stored, console.Memory.Batches.Length);
        Assert.Equal(0, console.Memory.Doubles);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task Run_TwoAgents_SecondStandsByAndTakesOver()
    {
        await using var database = await CreateAsync();
        await using var first = AgentProgram.Start(database.ConnectionString, "run", "-d", database.Name);
        await Eventually.HoldsAsync(() => first.Output.Contains("the sync loop runs", StringComparison.Ordinal), Patience);
        await using var second = AgentProgram.Start(database.ConnectionString, "run", "-d", database.Name);
        await Eventually.HoldsAsync(() => second.Output.Contains("standing by", StringComparison.Ordinal), Patience);

        Assert.Equal(3, (await AgentProgram.RunAsync(database.ConnectionString, "sync", "public.orders", "--once")).Code);
        await first.KillAsync();
        await InsertAsync(database, 500);

        await DrainsAsync(database);
        Assert.Contains("the sync loop runs", second.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ServerRestarts_GoesOn()
    {
        var server = await servers.StartPrivateAsync();
        await using var database = await servers.CreateDatabaseOnAsync(server);
        await PrepareAsync(database);
        await using var agent = AgentProgram.Start(database.ConnectionString, "run", "-d", database.Name);
        await Eventually.HoldsAsync(() => agent.Output.Contains("the sync loop runs", StringComparison.Ordinal), Patience);
        await InsertAsync(database, 500);

        await server.RestartAsync();
        database.Source.Clear();
        await InsertAsync(database, 1_000);

        await DrainsAsync(database);
        Assert.Equal(1_000, await database.QueryAsync<long>("SELECT count(*) FROM orders"));
        Assert.DoesNotContain("gave up", agent.Output, StringComparison.Ordinal);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        var database = await servers.CreateDatabaseAsync();
        await PrepareAsync(database);
        return database;
    }

    private static async Task PrepareAsync(TestDatabase database)
    {
        await database.ExecuteAsync("CREATE TABLE orders (id int PRIMARY KEY, at timestamptz DEFAULT now())");
        var created = await AgentProgram.RunAsync(database.ConnectionString, "create", "public.orders", "--batch-size", "100", "--interval", "20ms");
        Assert.Equal((0, ""), (created.Code, created.Errors));
    }

    /// <summary>Adds the 500 rows that end with a number.</summary>
    private static Task InsertAsync(TestDatabase database, int last) => database.ExecuteAsync(string.Create(
        CultureInfo.InvariantCulture, $"INSERT INTO absorber.public_orders (id) SELECT i FROM generate_series({last - 499}, {last}) i"));

    private static async Task DrainsAsync(TestDatabase database)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (await database.QueryAsync<bool>("SELECT EXISTS (SELECT FROM absorber.watermarks() w WHERE w.issued > w.absorbed)"))
        {
            Assert.True(TimeProvider.System.GetElapsedTime(began) < Patience, "The buffer did not drain.");
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        }
    }
}
