using System.Data;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.SqlServer;
using Microsoft.Data.SqlClient;

namespace Absorber.Bench.Tables;

/// <summary>The benches' target on a SQL Server. What a person would write there row by row is an UPDATE, and an INSERT where it found nothing.</summary>
internal sealed class SqlServerTable(SqlServerEngine engine, string connectionString, string database) : IBenchTable
{
    private const string Columns = "a, b, d, e, n";

    private AbsorberInfo? _absorber;

    public AbsorberInfo Absorber => _absorber ?? throw new InvalidOperationException("The absorber is not created yet.");

    /// <summary>Makes an empty target and an absorber for it.</summary>
    public async Task CreateAsync(AbsorberSettings settings, CancellationToken cancellation)
    {
        await ExecuteAsync("CREATE SCHEMA bench", cancellation);
        await ExecuteAsync(
            """
            CREATE TABLE bench.target (
                a int NOT NULL, b int NOT NULL, d varchar(60) NOT NULL, e datetime2(3) NOT NULL, n decimal(12, 2) NOT NULL,
                PRIMARY KEY (a, b));
            CREATE TABLE bench.work (
                ordinal bigint NOT NULL PRIMARY KEY, a int NOT NULL, b int NOT NULL, d varchar(60) NOT NULL, e datetime2(3) NOT NULL, n decimal(12, 2) NOT NULL);
            CREATE TABLE bench.before (
                ordinal bigint NOT NULL PRIMARY KEY, a int NOT NULL, b int NOT NULL, d varchar(60) NOT NULL, e datetime2(3) NOT NULL, n decimal(12, 2) NOT NULL);
            """,
            cancellation);
        _absorber = await engine.Absorbers.CreateAsync(
            new AbsorberSpec(database, new TableName("bench", "target"), settings), cancellation);
    }

    public async Task CreateWorkAsync(long rows, CancellationToken cancellation, Workload? workload = null)
    {
        var (_, _, _, keys, keysBefore) = workload ?? Workload.Shuffled;
        await ExecuteAsync("DELETE FROM bench.work; DELETE FROM bench.before;", cancellation);
        await LoadAsync("bench.work", keys(rows).Select((key, i) => SqlServerRows.Row(i + 1, key)), cancellation);
        await LoadAsync("bench.before", keysBefore(rows).Select((key, i) => SqlServerRows.Row(0, key) with { Ordinal = i }), cancellation);
    }

    public async Task<List<WorkRow>> ReadWorkAsync(long rows, CancellationToken cancellation)
    {
        var work = new List<WorkRow>((int)rows);
        await using var connection = await OpenAsync(cancellation);
        await using var command = new SqlCommand("SELECT a, b, d, e, n FROM bench.work ORDER BY ordinal", connection) { CommandTimeout = 0 };
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
        {
            work.Add(new WorkRow(
                reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2), reader.GetDateTime(3), reader.GetDecimal(4)));
        }

        return work;
    }

    public Task ResetTargetAsync(CancellationToken cancellation) => ExecuteAsync(
        $"TRUNCATE TABLE bench.target; INSERT INTO bench.target ({Columns}) SELECT a, b, 'before', e, 0 FROM bench.before ORDER BY a, b;", cancellation);

    public Task FillTargetAsync(long rows, CancellationToken cancellation) =>
        LoadAsync("bench.target", Keys(1, rows).Select(key => SqlServerRows.Row(0, key)), cancellation);

    public Task FillBufferAsync(CancellationToken cancellation) => ExecuteAsync(
        $"INSERT INTO {Absorber.Buffer} ({Columns}) SELECT {Columns} FROM bench.work ORDER BY ordinal", cancellation);

    public Task FillBufferAsync(long first, long last, CancellationToken cancellation) =>
        LoadAsync(Absorber.Buffer, Keys(first, last).Select(key => SqlServerRows.Row(0, key)), cancellation);

    public Task SetBatchSizeAsync(long batchSize, CancellationToken cancellation) => engine.Absorbers.ChangeAsync(
        Absorber.Name, Absorber.Settings with { BatchSize = batchSize }, cancellation);

    public async Task SettleAsync(CancellationToken cancellation)
    {
        try
        {
            await ExecuteAsync("CHECKPOINT", cancellation);
        }
        catch (SqlException)
        {
            // Not everyone may, and not every server knows it; runs then share what is owed.
        }
    }

    public Task MergeAtOnceAsync(CancellationToken cancellation)
    {
        var latest = Latest(SqlServerName.Quote("##ShockAbsorberIdentity##"), Absorber.Buffer);
        return ExecuteAsync(
            $"""
            BEGIN TRANSACTION;
            SELECT {Columns} INTO #latest FROM ({latest}) AS chosen;
            UPDATE t SET d = s.d, e = s.e, n = s.n FROM bench.target AS t INNER JOIN #latest AS s ON s.a = t.a AND s.b = t.b;
            INSERT INTO bench.target ({Columns})
            SELECT s.a, s.b, s.d, s.e, s.n FROM #latest AS s
            WHERE NOT EXISTS (SELECT 1 FROM bench.target AS t WHERE t.a = s.a AND t.b = s.b);
            COMMIT TRANSACTION;
            """,
            cancellation);
    }

    public async Task VerifyAsync(CancellationToken cancellation)
    {
        var latest = Latest("ordinal", "bench.work");
        await using var connection = await OpenAsync(cancellation);
        await using var command = new SqlCommand(
            $"SELECT COUNT_BIG(*) FROM ({latest} EXCEPT SELECT a, b, d, e, n FROM bench.target) AS missing", connection)
        { CommandTimeout = 0 };
        var missing = (long)(await command.ExecuteScalarAsync(cancellation))!;
        if (missing > 0) throw new InvalidOperationException($"{missing:N0} rows of the work did not arrive in the target.");
    }

    public async Task<IUpserter> OpenUpserterAsync(CancellationToken cancellation) => new SqlServerUpserter(await OpenAsync(cancellation));

    public async Task<IBulkProducer> OpenProducerAsync(CancellationToken cancellation) => new Producer(await OpenAsync(cancellation), Absorber.Buffer);

    public async Task<IAsyncDisposable> HoldSnapshotAsync(CancellationToken cancellation)
    {
        // A report at REPEATABLE READ would hold locks; what holds versions without them is a snapshot, where the database allows it.
        await using var allow = new SqlCommand($"ALTER DATABASE {SqlServerName.Quote(database)} SET ALLOW_SNAPSHOT_ISOLATION ON", await OpenAsync(cancellation));
        await using (allow.Connection) await TryAsync(allow, cancellation);
        var connection = await OpenAsync(cancellation);
        var transaction = (SqlTransaction)await connection.BeginTransactionAsync(IsolationLevel.Snapshot, cancellation);
        await using var command = new SqlCommand("SELECT COUNT(*) FROM bench.before", connection, transaction);
        await command.ExecuteScalarAsync(cancellation);
        return connection;
    }

    /// <summary>The query for the last row of each key.</summary>
    private static string Latest(string order, string table) =>
        $"""
        SELECT a, b, d, e, n
        FROM (SELECT a, b, d, e, n, ROW_NUMBER() OVER (PARTITION BY a, b ORDER BY {order} DESC) AS place FROM {table}) AS every_one
        WHERE place = 1
        """;

    private static IEnumerable<int> Keys(long first, long last) => Enumerable.Range((int)first, (int)(last - first + 1));

    private static async Task TryAsync(SqlCommand command, CancellationToken cancellation)
    {
        try
        {
            await command.ExecuteNonQueryAsync(cancellation);
        }
        catch (SqlException)
        {
            // Servers that allow it always do not know the option.
        }
    }

    private async Task<SqlConnection> OpenAsync(CancellationToken cancellation)
    {
        var connection = new SqlConnection(connectionString);
        await connection.OpenAsync(cancellation);
        return connection;
    }

    private async Task ExecuteAsync(string sql, CancellationToken cancellation)
    {
        await using var connection = await OpenAsync(cancellation);
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellation);
    }

    private async Task LoadAsync(string table, IEnumerable<SqlServerRows.Numbered> rows, CancellationToken cancellation)
    {
        await using var connection = await OpenAsync(cancellation);
        foreach (var chunk in rows.Chunk(20_000))
            await SqlServerRows.CopyAsync(connection, table, SqlServerRows.ToTable(chunk, withOrdinal: table is "bench.work" or "bench.before"), cancellation);
    }

    private sealed class Producer(SqlConnection connection, string buffer) : IBulkProducer
    {
        private readonly List<DataTable> _chunks =
        [
            .. Enumerable.Range(0, IBulkProducer.Chunks).Select(chunk => SqlServerRows.ToTable(
                Keys(chunk * IBulkProducer.Rows, (chunk + 1) * IBulkProducer.Rows - 1).Select(key => SqlServerRows.Row(0, key)), withOrdinal: false)),
        ];

        public Task CopyAsync(int chunk, CancellationToken cancellation) => SqlServerRows.CopyAsync(connection, buffer, _chunks[chunk], cancellation);

        public async ValueTask DisposeAsync()
        {
            _chunks.ForEach(chunk => chunk.Dispose());
            await connection.DisposeAsync();
        }
    }
}
