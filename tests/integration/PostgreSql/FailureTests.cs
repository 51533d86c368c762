using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Sessions that are killed in phases that only a test of PostgreSQL can hold, servers that crash, checks at the producer.</summary>
public sealed class FailureTests(PostgresServers servers)
{
    private const string Insert = "INSERT INTO absorber.sales_orders SELECT i, 1, 'x' FROM generate_series(1, 1000) i";

    [Theory]
    [EachPostgres("the pick", "LOCK TABLE absorber.segment$1$1 IN ACCESS EXCLUSIVE MODE")]
    [EachPostgres("the purge", "LOCK TABLE absorber.batch IN SHARE MODE")]
    public async Task RunBatch_SessionIsKilledDuring_LosesNothing(PostgresVersion version, string phase, string hold)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync(Insert);
        await using (var holder = await bed.BeginAsync())
        {
            await holder.RunAsync(hold);
            await using var loop = await bed.OpenLoopAsync();
            Assert.True(await loop.TryLockAsync(Bed.Cancellation));
            var batch = loop.RunBatchAsync(null, Bed.Cancellation);
            await UntilAsync(() => bed.AskAsync<bool>("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'absorber loop%' AND wait_event_type = 'Lock')"));
            Assert.True(await bed.AskAsync<bool>(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'absorber loop%' AND wait_event_type = 'Lock'"));

            var e = await Assert.ThrowsAsync<EngineException>(() => batch);
            Assert.True(e.Kind is EngineErrorKind.Unavailable or EngineErrorKind.OutcomeUnknown, $"{phase}: {e.Kind}");
            await Bed.FailsAsync(EngineErrorKind.Unavailable, () => loop.RunBatchAsync(null, Bed.Cancellation));
        }

        Assert.Equal(1000, await bed.DrainAsync());
        Assert.Equal(1000, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders WHERE note = 'x'"));
    }

    [Theory]
    [EachPostgres]
    public async Task Insert_RowThatTheTargetsChecksRefuse_FailsAtTheProducer(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, """
            CREATE SCHEMA sales;
            CREATE TABLE sales.orders (id int PRIMARY KEY, price numeric CONSTRAINT "price is sane" CHECK (price > 0), note text NOT NULL);
            """);
        await bed.CreateAsync("sales", "orders");

        var check = await Assert.ThrowsAsync<Npgsql.PostgresException>(() => bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, -1, 'x')"));
        var notNull = await Assert.ThrowsAsync<Npgsql.PostgresException>(() => bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1, NULL)"));

        Assert.Equal("price is sane", check.ConstraintName);
        Assert.Equal("note", notNull.ColumnName);
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_AfterTheServerCrashed_GoesOnWithoutLoss(PostgresVersion version)
    {
        await using var server = await servers.StartPrivateAsync(version, Bed.Cancellation);
        await using var bed = await Bed.OpenAsync(
            new PostgreSqlDatabase(await servers.CreateDatabaseOnAsync(server, Bed.Cancellation)),
            [.. Bed.Orders, "CREATE TABLE sales.volatile (id int PRIMARY KEY)"]);
        await bed.CreateAsync("sales", "orders");
        await bed.CreateAsync("sales", "volatile", new AbsorberSettings { Persisted = false });
        await bed.RunAsync(Insert);
        await bed.RunAsync("INSERT INTO absorber.sales_volatile SELECT generate_series(1, 1000)");
        var open = await bed.BeginAsync();
        await open.RunAsync("INSERT INTO absorber.sales_orders VALUES (-1, 1, 'never committed')");
        var loop = await bed.OpenLoopAsync();
        Assert.Equal(300, (await loop.RunBatchAsync(300, Bed.Cancellation)).Picked);
        await bed.RunAsync("SELECT absorber.reclaim(1, 10, '0')");
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (2000, 1, 'x')");

        await server.KillAsync(Bed.Cancellation);
        await Assert.ThrowsAsync<EngineException>(() => loop.RunBatchAsync(null, Bed.Cancellation));
        await loop.DisposeAsync();
        await open.DisposeAsync();
        await server.StartAgainAsync(Bed.Cancellation);
        bed.Postgres().Source.Clear();

        Assert.Equal(701, await RetryAsync(() => bed.DrainAsync()));
        Assert.Equal(1001, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders WHERE note = 'x'"));
        Assert.Equal(0, (await RetryAsync(() => bed.WatermarksAsync())).Depth);

        var vanished = bed.Name("sales", "volatile");
        Assert.Equal(0, await bed.DrainAsync(vanished));
        Assert.Equal(0, (await bed.WatermarksAsync(vanished)).Depth);
        await bed.RunAsync("INSERT INTO absorber.sales_volatile VALUES (7)");
        Assert.Equal(1, await bed.DrainAsync(vanished));
        Assert.Equal(1, await bed.AskAsync<long>("SELECT count(*) FROM sales.volatile"));
    }

    private static async Task UntilAsync(Func<Task<bool>> condition)
    {
        while (!await condition())
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Bed.Cancellation);
    }

    /// <summary>Pooled connections from before the crash fail once each.</summary>
    private static async Task<T> RetryAsync<T>(Func<Task<T>> act)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await act();
            }
            catch (EngineException e) when (e.Kind is EngineErrorKind.Unavailable && attempt < 10)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, Bed.Cancellation);
            }
        }
    }
}
