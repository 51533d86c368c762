using System.Text.RegularExpressions;
using Absorber.EmbeddedPostgres;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;
using Npgsql;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>What a DBA does without agent: install, create, sync, grant, adopt, uninstall.</summary>
public sealed partial class ByHandTests(PostgresServers servers)
{
    private static readonly string Folder = Path.Combine(ProjectFolder.Find(), "sql", "postgresql");

    [Theory]
    [EachPostgres]
    public async Task Install_TwiceAndUninstall_LeavesNothing(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, Bed.Orders);
        var install = await ReadAsync("install.sql");

        await bed.RunAsync(install);
        await bed.RunAsync("SELECT absorber.create('sales.orders')");
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");
        await bed.RunAsync(install);
        var refused = await Assert.ThrowsAsync<PostgresException>(() => UninstallAsync(bed));
        Assert.Equal(1, await bed.DrainAsync());
        await bed.RunAsync("SELECT absorber.drop('sales.orders')");
        await UninstallAsync(bed);

        Assert.Contains("sales.orders", refused.MessageText, StringComparison.Ordinal);
        Assert.False(await bed.AskAsync<bool>("SELECT to_regnamespace('absorber') IS NOT NULL"));
    }

    [Theory]
    [EachPostgres]
    public async Task Install_NewerFrameworkIsThere_Refuses(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.version VALUES (999)");

        var install = await ReadAsync("install.sql");
        var e = await Assert.ThrowsAsync<PostgresException>(() => bed.RunAsync(install));

        Assert.Equal("AB400", e.SqlState);
    }

    [Theory]
    [EachPostgres]
    public async Task Sync_MaxRows_StopsThere(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");

        await bed.RunAsync("CALL absorber.sync('sales.orders', max_rows => 30)");
        var some = await bed.AskAsync<long>("SELECT count(*) FROM sales.orders");
        await bed.RunAsync("CALL absorber.sync('sales.orders', run_only_once => true, print_stats => true)");

        Assert.Equal(30, some);
        Assert.Equal(100, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders"));
    }

    [Theory]
    [EachPostgres]
    public async Task Sync_BatchesFail_GivesUpAfterMaxErrors(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1); ALTER TABLE sales.orders ADD CHECK (id <> 1)");

        var e = await Assert.ThrowsAsync<PostgresException>(() => bed.RunAsync("CALL absorber.sync('sales.orders', max_errors => 2)"));

        Assert.Equal("23514", e.SqlState);
        Assert.Equal(1, (await bed.WatermarksAsync()).Depth);
    }

    [Theory]
    [EachPostgres]
    public async Task Batch_InATransactionThatHasWritten_Refuses(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var session = await bed.BeginAsync();
        await session.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");

        var e = await Assert.ThrowsAsync<PostgresException>(() => session.RunAsync("SELECT absorber.batch_1()"));

        Assert.Equal("AB400", e.SqlState);
    }

    [Theory]
    [EachPostgres("UPDATE absorber.absorber SET system_identifier = 1")]
    [EachPostgres("UPDATE absorber.batch SET seen = pg_snapshot '9000000000:9000000000:' WHERE batch = (SELECT max(batch) FROM absorber.batch)")]
    public async Task Adopt_BufferFromAnotherCluster_IsRefusedUntilAdopted(PostgresVersion version, string strange)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1, 'old' FROM generate_series(1, 50) i");
        await bed.DrainAsync();
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1, 'new' FROM generate_series(1, 20) i");
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1, 'newest' FROM generate_series(1, 10) i");
        var isFar = strange.Contains("batch", StringComparison.Ordinal);
        if (isFar)
        {
            // As a dump of a cluster that is far ahead would have it.
            await bed.RunAsync("UPDATE absorber.sales_orders SET absorber_xid = (absorber_xid::text::bigint + 9000000000 - (SELECT pg_snapshot_xmax(seen)::text::bigint FROM absorber.batch ORDER BY batch DESC LIMIT 1))::text::xid8");
        }

        await bed.RunAsync(strange);
        await using (var loop = await bed.OpenLoopAsync())
        {
            var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => loop.RunBatchAsync(null, Bed.Cancellation));
            Assert.Equal("AB410", e.Code);
            Assert.Contains("absorber.adopt('sales.orders')", e.Message, StringComparison.Ordinal);
        }

        Assert.Equal(30, await bed.AskAsync<long>("SELECT absorber.adopt('sales.orders')"));

        Assert.Equal(30, (await bed.WatermarksAsync()).Depth);
        Assert.Equal(30, await bed.DrainAsync(mostRows: 7));
        Assert.Equal("10 newest, 10 new, 30 old", await bed.AskAsync<string>(
            "SELECT string_agg(n || ' ' || note, ', ' ORDER BY first) FROM (SELECT note, count(*) n, min(id) first FROM sales.orders GROUP BY note) x"));
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
    }

    [Theory]
    [EachPostgres]
    public async Task Grants_AgentAndProducerWithNothingElse_CanDoTheirWork(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, Bed.Orders);
        var (agent, producer) = ($"agent_{bed.Database.Name}", $"Producer {bed.Database.Name}");
        await bed.RunAsync($"""CREATE ROLE {agent} LOGIN PASSWORD 'a'; CREATE ROLE "{producer}" LOGIN PASSWORD 'p'""");
        try
        {
            await using var engine = new PostgreSqlEngine(LogInAs(bed, agent, "a"));
            var forbidden = await Bed.FailsAsync(EngineErrorKind.Forbidden, () => engine.Absorbers.CreateAsync(bed.Spec("sales", "orders"), Bed.Cancellation));
            Assert.Contains("GRANT CREATE ON DATABASE", forbidden.Message, StringComparison.Ordinal);

            await GrantAsync(bed, agent, producer);
            var absorber = await engine.Absorbers.CreateAsync(bed.Spec("sales", "orders"), Bed.Cancellation);
            await using (var source = NpgsqlDataSource.Create(LogInAs(bed, producer, "p") + $";Database={bed.Database.Name};Pooling=false"))
            {
                await using var insert = source.CreateCommand($"INSERT INTO {absorber.Buffer} VALUES (1, 1, 'a')");
                await insert.ExecuteNonQueryAsync(Bed.Cancellation);
                await using var cheat = source.CreateCommand($"INSERT INTO {absorber.Buffer} (id, line, absorber_seq) VALUES (1, 1, 7)");
                await Assert.ThrowsAsync<PostgresException>(() => cheat.ExecuteNonQueryAsync(Bed.Cancellation));
                await using var batch = source.CreateCommand("SELECT absorber.batch_1()");
                await Assert.ThrowsAsync<PostgresException>(() => batch.ExecuteNonQueryAsync(Bed.Cancellation));
            }

            await using (var loop = await engine.OpenLoopAsync(bed.OrdersName, Bed.Cancellation))
            {
                Assert.True(await loop.TryLockAsync(Bed.Cancellation));
                Assert.Equal(1, (await loop.RunBatchAsync(null, Bed.Cancellation)).Merged);
                await loop.ReclaimAsync(Bed.Cancellation);
            }

            await engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);
            Assert.Equal("a", await bed.AskAsync<string>("SELECT note FROM sales.orders"));
        }
        finally
        {
            await bed.RunAsync($"""DROP OWNED BY {agent}, "{producer}" CASCADE; DROP ROLE {agent}, "{producer}" """);
        }
    }

    private static string LogInAs(Bed bed, string role, string password) =>
        new NpgsqlConnectionStringBuilder(bed.Postgres().ServerConnectionString) { Username = role, Password = password }.ConnectionString;

    private static async Task UninstallAsync(Bed bed) => await bed.RunAsync(await ReadAsync("uninstall.sql"));

    /// <summary>Does as psql does with grants.sql: fills in variables, runs what each query returns.</summary>
    private static async Task GrantAsync(Bed bed, string agent, string producer)
    {
        var script = (await ReadAsync("grants.sql"))
            .Replace(":'agent'", $"'{agent}'", StringComparison.Ordinal)
            .Replace(":'producer'", $"'{producer}'", StringComparison.Ordinal)
            .Replace(":'target'", "'sales.orders'", StringComparison.Ordinal);
        foreach (var query in script.Split(@"\gexec").SkipLast(1))
            await bed.RunAsync(await bed.AskAsync<string>(query) ?? throw new InvalidOperationException($"No grant came from {query}"));
    }

    private static async Task<string> ReadAsync(string file)
    {
        var text = await File.ReadAllTextAsync(Path.Combine(Folder, file), Bed.Cancellation);
        return Include().Replace(text, m => File.ReadAllText(Path.Combine(Folder, m.Groups["file"].Value)));
    }

    [GeneratedRegex(@"^\\ir (?<file>\S+)$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Include();
}
