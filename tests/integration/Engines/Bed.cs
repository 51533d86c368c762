using System.Data;
using System.Globalization;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.Sync;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>A database of its own with the adapter on top: what each test starts from.</summary>
internal sealed class Bed : IAsyncDisposable
{
    /// <summary>The target that most tests use.</summary>
    public static readonly IReadOnlyList<string> Orders =
    [
        "CREATE SCHEMA sales",
        "CREATE TABLE sales.orders (id int NOT NULL, line int NOT NULL, note varchar(100) NULL, PRIMARY KEY (id, line))",
    ];

    private AbsorberInfo? _absorber;

    private Bed(ITestDatabase database)
    {
        Database = database;
        Engine = database.CreateEngine();
    }

    public static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public ITestDatabase Database { get; }

    public IDatabaseEngine Engine { get; }

    public AbsorberName OrdersName => Name("sales", "orders");

    /// <summary>The absorber that was created first.</summary>
    public AbsorberInfo Absorber => _absorber ?? throw new InvalidOperationException("No absorber was created.");

    /// <summary>Its buffer.</summary>
    public string Buffer => Absorber.Buffer;

    public static async Task<Bed> OpenAsync(PostgresServers servers, ServerKind kind, params IReadOnlyList<string> ddl) =>
        await OpenAsync(await TestServers.CreateDatabaseAsync(servers, kind, Cancellation), ddl);

    public static async Task<Bed> OpenAsync(PostgresServers servers, ServerKind kind, Func<ITestDatabase, IReadOnlyList<string>> ddl)
    {
        var database = await TestServers.CreateDatabaseAsync(servers, kind, Cancellation);
        return await OpenAsync(database, ddl(database));
    }

    public static async Task<Bed> OpenAsync(ITestDatabase database, params IReadOnlyList<string> ddl)
    {
        var bed = new Bed(database);
        await bed.RunAsync(ddl);
        return bed;
    }

    /// <summary>A database with the table <see cref="Orders"/>, absorbed.</summary>
    public static async Task<Bed> WithOrdersAsync(PostgresServers servers, ServerKind kind, AbsorberSettings? settings = null)
    {
        var bed = await OpenAsync(servers, kind, Orders);
        await bed.CreateAsync("sales", "orders", settings);
        return bed;
    }

    /// <summary>Rows <paramref name="from"/> to <paramref name="to"/> of an INSERT statement, at most 1,000.</summary>
    public static string Values(int from, int to, Func<int, string> row) =>
        "VALUES " + string.Join(", ", Enumerable.Range(from, to - from + 1).Select(i => $"({row(i)})"));

    public AbsorberName Name(string schema, string table) => new(Database.Name, schema, table);

    public AbsorberSpec Spec(string schema, string table, AbsorberSettings? settings = null) =>
        new(Database.Name, new TableName(schema, table), settings ?? new AbsorberSettings());

    public async Task<AbsorberInfo> CreateAsync(string schema, string table, AbsorberSettings? settings = null)
    {
        var absorber = await Engine.Absorbers.CreateAsync(Spec(schema, table, settings), Cancellation);
        _absorber ??= absorber;
        return absorber;
    }

    /// <summary>Runs statements one by one.</summary>
    public async Task RunAsync(params IReadOnlyList<string> statements)
    {
        foreach (var statement in statements)
        {
            await using var command = Database.Source.CreateCommand(statement);
            await command.ExecuteNonQueryAsync(Cancellation);
        }
    }

    /// <summary>The first column of the first row; default where it is null or there is no row.</summary>
    public async Task<T?> AskAsync<T>(string sql)
    {
        await using var command = Database.Source.CreateCommand(sql);
        return Value.As<T>(await command.ExecuteScalarAsync(Cancellation));
    }

    /// <summary>All rows, each with its values one space apart.</summary>
    public async Task<IReadOnlyList<string>> RowsAsync(string sql)
    {
        var rows = new List<string>();
        await using var command = Database.Source.CreateCommand(sql);
        await using var reader = await command.ExecuteReaderAsync(Cancellation);
        while (await reader.ReadAsync(Cancellation))
            rows.Add(string.Join(' ', Enumerable.Range(0, reader.FieldCount).Select(i => Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture))));
        return rows;
    }

    public Task<long> CountAsync(string from) => AskAsync<long>($"SELECT count(*) FROM {from}");

    /// <summary>Inserts orders into the buffer, one per number, all in one statement.</summary>
    public Task InsertAsync(int from, int to, string note = "x") =>
        RunAsync($"INSERT INTO {Buffer} (id, line, note) {Values(from, to, i => $"{i}, 1, '{note}'")}");

    public Task<Session> OpenSessionAsync() => Session.OpenAsync(Database.CreateConnection());

    public Task<Session> BeginAsync(IsolationLevel isolation = IsolationLevel.ReadCommitted) => Session.BeginAsync(Database.CreateConnection(), isolation);

    public Task<ILoopSession> OpenLoopAsync(AbsorberName? name = null) => Engine.OpenLoopAsync(name ?? OrdersName, Cancellation);

    /// <summary>Opens a loop that holds its absorber's lock.</summary>
    public async Task<ILoopSession> LockLoopAsync(AbsorberName? name = null)
    {
        var loop = await OpenLoopAsync(name);
        Assert.True(await loop.TryLockAsync(Cancellation));
        return loop;
    }

    public async Task<Watermarks> WatermarksAsync(AbsorberName? name = null) =>
        (await Engine.Absorbers.ReadWatermarksAsync(Database.Name, Cancellation))[name ?? OrdersName];

    /// <summary>Runs batches until one finds nothing. Returns how many rows they picked.</summary>
    public async Task<long> DrainAsync(AbsorberName? name = null, long? mostRows = null)
    {
        await using var loop = await LockLoopAsync(name);
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
