using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Agent;

public sealed class CommandLineTests(PostgresServers servers)
{
    [Fact]
    public async Task Commands_OfADba_CreateSyncAndDrop()
    {
        await using var database = await servers.CreateDatabaseAsync();
        var connection = database.ConnectionString;
        await database.ExecuteAsync("CREATE TABLE \"Order Lines\" (id int PRIMARY KEY, v text)");
        const string table = "public.\"Order Lines\"";

        var shown = await AgentProgram.RunAsync(connection, "show", table);
        Assert.Equal((0, ""), (shown.Code, shown.Errors));
        Assert.Contains("CREATE", shown.Output, StringComparison.Ordinal);
        Assert.Null(await database.QueryAsync<string>("SELECT nspname::text FROM pg_namespace WHERE nspname = 'absorber'"));

        Assert.Equal(0, (await AgentProgram.RunAsync(connection, "create", table, "--batch-size", "40")).Code);
        await database.ExecuteAsync("INSERT INTO absorber.\"public_Order Lines\" SELECT i % 50, 'v' || i FROM generate_series(1, 100) i");
        var synced = await AgentProgram.RunAsync(connection, "sync", table, "--max-rows", "100", "--stats");
        Assert.Equal(0, synced.Code);
        Assert.Contains("3 batches, 100 rows picked", synced.Output, StringComparison.Ordinal);
        Assert.Equal(50, await database.QueryAsync<long>("SELECT count(*) FROM \"Order Lines\""));

        Assert.Contains("batch size all", (await AgentProgram.RunAsync(connection, "change", table, "--batch-size", "all")).Output, StringComparison.Ordinal);
        Assert.Contains("public.Order Lines", (await AgentProgram.RunAsync(connection, "status", "-d", database.Name)).Output, StringComparison.Ordinal);
        Assert.Contains("has one", (await AgentProgram.RunAsync(connection, "tables")).Output, StringComparison.Ordinal);

        await database.ExecuteAsync("INSERT INTO absorber.\"public_Order Lines\" VALUES (1, 'late')");
        var refused = await AgentProgram.RunAsync(connection, "drop", table);
        Assert.Equal(1, refused.Code);
        Assert.Equal(0, (await AgentProgram.RunAsync(connection, "drop", table, "--discard-rows")).Code);
    }

    [Theory]
    [InlineData(2, "names no schema", "create", "orders")]
    [InlineData(2, "no batch size", "create", "public.orders", "--batch-size", "0")]
    [InlineData(2, "no duration", "create", "public.orders", "--interval", "10")]
    [InlineData(2, "out of range", "create", "public.orders", "--interval", "1ms")]
    [InlineData(2, "out of range", "create", "public.orders", "--max-errors", "0")]
    [InlineData(2, "--max-rows 0 is out of range", "sync", "public.orders", "--max-rows", "0")]
    [InlineData(2, "Unrecognized command or argument", "create", "public.orders", "--nonsense")]
    [InlineData(2, "Required argument missing", "create")]
    [InlineData(2, "Unrecognized command or argument 'nonsense'", "nonsense")]
    [InlineData(2, "does not exist", "status", "--config", "/nowhere/agent.json")]
    [InlineData(1, "no table public.nothing", "create", "public.nothing")]
    [InlineData(1, "no primary key", "create", "public.keyless")]
    [InlineData(1, "no absorber for public.orders", "sync", "public.orders", "--once")]
    [InlineData(1, "no absorber for public.orders", "change", "public.orders", "--max-errors", "5")]
    [InlineData(1, "no absorber for public.orders", "start", "public.orders")]
    [InlineData(1, "no absorber for public.orders", "drop", "public.orders")]
    [InlineData(1, "no_such_database", "tables", "-d", "no_such_database")]
    public async Task Commands_BadInput_SayWhatIsWrongAndLeaveNothingBehind(int code, string message, params string[] arguments)
    {
        await using var database = await servers.CreateDatabaseAsync();
        await database.ExecuteAsync("CREATE TABLE orders (id int PRIMARY KEY); CREATE TABLE keyless (id int)");

        var run = await AgentProgram.RunAsync(database.ConnectionString, arguments);

        Assert.Equal(code, run.Code);
        Assert.Contains(message, run.Errors, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("   at ", run.Errors, StringComparison.Ordinal);
        Assert.Null(await database.QueryAsync<string>("SELECT nspname::text FROM pg_namespace WHERE nspname = 'absorber'"));
    }

    [Fact]
    public async Task Commands_ServerAway_SayItInOneLineWithoutTheSecret()
    {
        var run = await AgentProgram.RunAsync("Host=127.0.0.1;Port=1;Username=absorber;Password=top-secret;Database=sales", "tables");

        Assert.Equal(1, run.Code);
        Assert.Single(run.Errors.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("cannot be reached", run.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("top-secret", run.Errors + run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Commands_NoConnectionNamed_SayHow()
    {
        var run = await AgentProgram.RunAsync(null, "tables");

        Assert.Equal(2, run.Code);
        Assert.Contains("PostgreSql is missing", run.Errors, StringComparison.Ordinal);
    }
}
