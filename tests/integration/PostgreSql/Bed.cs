using System.Globalization;
using Absorber.Contracts;
using Absorber.EmbeddedPostgres;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql;
using Absorber.Engine.Sync;
using Absorber.Testing.Databases;
using Npgsql;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>A database of its own with the adapter on top: what each test starts from.</summary>
internal sealed class Bed : IAsyncDisposable
{
    /// <summary>The target that most tests use.</summary>
    public const string Orders = """
        CREATE SCHEMA sales;
        CREATE TABLE sales.orders (id int NOT NULL, line int NOT NULL, note text, PRIMARY KEY (id, line));
        """;

    private Bed(TestDatabase database)
    {
        Database = database;
        Engine = new PostgreSqlEngine(database.ServerConnectionString);
    }

    public static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public TestDatabase Database { get; }

    public PostgreSqlEngine Engine { get; }

    public AbsorberName OrdersName => Name("sales", "orders");

    public static async Task<Bed> OpenAsync(PostgresServers servers, PostgresVersion version, string? ddl = null)
    {
        var bed = new Bed(await servers.CreateDatabaseAsync(version, Cancellation));
        if (ddl is not null)
            await bed.RunAsync(ddl);
        return bed;
    }

    public static async Task<Bed> OpenOnAsync(PostgresServers servers, EmbeddedServer server, string ddl)
    {
        var bed = new Bed(await servers.CreateDatabaseOnAsync(server, Cancellation));
        await bed.RunAsync(ddl);
        return bed;
    }

    /// <summary>A database with the table <see cref="Orders"/>, absorbed: buffer <c>absorber.sales_orders</c>, number 1.</summary>
    public static async Task<Bed> WithOrdersAsync(PostgresServers servers, PostgresVersion version, AbsorberSettings? settings = null)
    {
        var bed = await OpenAsync(servers, version, Orders);
        await bed.CreateAsync("sales", "orders", settings);
        return bed;
    }

    public AbsorberName Name(string schema, string table) => new(Database.Name, schema, table);

    public AbsorberSpec Spec(string schema, string table, AbsorberSettings? settings = null) =>
        new(Database.Name, new TableName(schema, table), settings ?? new AbsorberSettings());

    public Task<AbsorberInfo> CreateAsync(string schema, string table, AbsorberSettings? settings = null) =>
        Engine.Absorbers.CreateAsync(Spec(schema, table, settings), Cancellation);

    public Task RunAsync(string sql) => Database.ExecuteAsync(sql, Cancellation);

    public Task<T?> AskAsync<T>(string sql) => Database.QueryAsync<T>(sql, Cancellation);

    public async Task<Session> BeginAsync() => await Session.BeginAsync(Database.ConnectionString, Cancellation);

    public Task<ILoopSession> OpenLoopAsync() => Engine.OpenLoopAsync(OrdersName, Cancellation);

    public async Task<Watermarks> WatermarksAsync(AbsorberName? name = null) =>
        (await Engine.Absorbers.ReadWatermarksAsync(Database.Name, Cancellation))[name ?? OrdersName];

    /// <summary>Runs batches until one finds nothing. Returns how many rows they picked.</summary>
    public async Task<long> DrainAsync(AbsorberName? name = null, long? mostRows = null)
    {
        await using var loop = await Engine.OpenLoopAsync(name ?? OrdersName, Cancellation);
        Assert.True(await loop.TryLockAsync(Cancellation));
        var picked = 0L;
        while (true)
        {
            var batch = await loop.RunBatchAsync(mostRows, Cancellation);
            Assert.Equal(batch.Picked, batch.Purged);
            if (batch.Picked == 0)
                return picked;
            picked += batch.Picked;
        }
    }

    /// <summary>Drains, then moves producers on and empties all segments that nobody pins.</summary>
    public async Task<bool> ReclaimAsync()
    {
        await AskAsync<bool>("SELECT absorber.reclaim(1, 0, '0')");
        return await AskAsync<bool>("SELECT absorber.reclaim(1, 1000000000, '1 h')");
    }

    /// <summary>Bytes in all segments of absorber 1.</summary>
    public Task<long> SizeAsync() => AskAsync<long>(
        "SELECT sum(pg_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = (SELECT buffer FROM absorber.absorber WHERE id = 1)");

    /// <summary>The segment that rows go to now.</summary>
    public Task<string?> SegmentAsync() => AskAsync<string>(
        "SELECT absorber.segment(1, pg_sequence_last_value('absorber.sequence$1') >> 32)::text");

    public static async Task<EngineException> FailsAsync(EngineErrorKind kind, Func<Task> act)
    {
        var e = await Assert.ThrowsAsync<EngineException>(act);
        Assert.True(e.Kind == kind, string.Create(CultureInfo.InvariantCulture, $"{e.Kind} instead of {kind}: {e}"));
        return e;
    }

    public async ValueTask DisposeAsync()
    {
        await Engine.DisposeAsync();
        await Database.DisposeAsync();
    }
}
