using System.Data;
using System.Globalization;
using System.Text;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.PostgreSql;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Bench.Tables;

internal sealed class PostgreSqlTable(PostgreSqlEngine engine, NpgsqlDataSource source, string database) : IBenchTable
{
    private const string Columns = "a, b, d, e, n";

    private AbsorberInfo? _absorber;

    public AbsorberInfo Absorber => _absorber ?? throw new InvalidOperationException("The absorber is not created yet.");

    /// <summary>For questions that only PostgreSQL is asked.</summary>
    public NpgsqlDataSource Source => source;

    /// <summary>Makes an empty target and an absorber for it.</summary>
    public async Task CreateAsync(AbsorberSettings settings, CancellationToken cancellation)
    {
        await ExecuteAsync(
            """
            CREATE SCHEMA bench;
            CREATE TABLE bench.target (
                a int NOT NULL, b int NOT NULL, d text NOT NULL, e timestamptz NOT NULL, n numeric(12, 2) NOT NULL,
                PRIMARY KEY (a, b));
            """,
            cancellation);
        _absorber = await engine.Absorbers.CreateAsync(
            new AbsorberSpec(database, new TableName("bench", "target"), settings), cancellation);
    }

    public async Task CreateWorkAsync(long rows, CancellationToken cancellation, Workload? workload = null)
    {
        var (_, work, before, _, _) = workload ?? Workload.Shuffled;
        await ExecuteAsync(
            $"""
            DROP TABLE IF EXISTS bench.work, bench.before;
            CREATE UNLOGGED TABLE bench.work AS SELECT row_number() OVER () AS ordinal, w.* FROM ({work(rows)}) w;
            CREATE UNLOGGED TABLE bench.before AS SELECT a, b, 'before' AS d, timestamptz '2025-01-01' AS e, 0 AS n FROM ({before(rows)}) w ORDER BY a, b;
            ANALYZE bench.work;
            """,
            cancellation);
    }

    public async Task<List<WorkRow>> ReadWorkAsync(long rows, CancellationToken cancellation)
    {
        var work = new List<WorkRow>((int)rows);
        await using var command = source.CreateCommand("SELECT a, b, d, e, n FROM bench.work ORDER BY ordinal");
        command.CommandTimeout = 0;
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
        {
            work.Add(new WorkRow(
                reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2), reader.GetDateTime(3), reader.GetDecimal(4)));
        }

        return work;
    }

    public Task ResetTargetAsync(CancellationToken cancellation) => ExecuteAsync(
        """
        TRUNCATE bench.target;
        INSERT INTO bench.target SELECT a, b, d, e, n FROM bench.before;
        VACUUM ANALYZE bench.target;
        CHECKPOINT;
        """,
        cancellation);

    public Task FillTargetAsync(long rows, CancellationToken cancellation) => ExecuteAsync(
        $"""
        INSERT INTO bench.target SELECT {Workload.RowOf} FROM generate_series(1, {rows}) AS i;
        VACUUM ANALYZE bench.target;
        CHECKPOINT
        """,
        cancellation);

    public Task FillBufferAsync(CancellationToken cancellation) => ExecuteAsync(
        $"INSERT INTO {Absorber.Buffer} ({Columns}) SELECT {Columns} FROM bench.work ORDER BY ordinal", cancellation);

    public Task FillBufferAsync(long first, long last, CancellationToken cancellation) => ExecuteAsync(
        $"""
        INSERT INTO {Absorber.Buffer} ({Columns}) SELECT {Workload.RowOf} FROM generate_series({first}, {last}) AS i;
        CHECKPOINT
        """,
        cancellation);

    public Task SetBatchSizeAsync(long batchSize, CancellationToken cancellation) => engine.Absorbers.ChangeAsync(
        Absorber.Name, Absorber.Settings with { BatchSize = batchSize }, cancellation);

    public Task SettleAsync(CancellationToken cancellation) => ExecuteAsync("CHECKPOINT", cancellation);

    public Task MergeAtOnceAsync(CancellationToken cancellation) => ExecuteAsync(
        $"""
        INSERT INTO bench.target AS t ({Columns})
        SELECT DISTINCT ON (a, b) {Columns} FROM {Absorber.Buffer} ORDER BY a, b, absorber_seq DESC
        ON CONFLICT (a, b) DO UPDATE SET d = excluded.d, e = excluded.e, n = excluded.n
        """,
        cancellation);

    public async Task VerifyAsync(CancellationToken cancellation)
    {
        await using var command = source.CreateCommand(
            """
            SELECT count(*) FROM (
                (SELECT DISTINCT ON (a, b) a, b, d, e, n FROM bench.work ORDER BY a, b, ordinal DESC)
                EXCEPT SELECT a, b, d, e, n FROM bench.target) AS missing
            """);
        command.CommandTimeout = 0;
        var missing = (long)(await command.ExecuteScalarAsync(cancellation))!;
        if (missing > 0) throw new InvalidOperationException($"{missing:N0} rows of the work did not arrive in the target.");
    }

    public async Task<IUpserter> OpenUpserterAsync(CancellationToken cancellation) => await Upserter.OpenAsync(source, cancellation);

    public async Task<IBulkProducer> OpenProducerAsync(CancellationToken cancellation) =>
        new Producer(await source.OpenConnectionAsync(cancellation), $"COPY {Absorber.Buffer} ({Columns}) FROM STDIN");

    public async Task<IAsyncDisposable> HoldSnapshotAsync(CancellationToken cancellation)
    {
        var connection = await source.OpenConnectionAsync(cancellation);
        var transaction = await connection.BeginTransactionAsync(IsolationLevel.RepeatableRead, cancellation);
        await using var command = new NpgsqlCommand("SELECT count(*) FROM pg_class", connection, transaction);
        await command.ExecuteScalarAsync(cancellation);
        return connection;
    }

    /// <summary>Runs statements one by one, each in its own transaction (VACUUM and CHECKPOINT need that).</summary>
    private async Task ExecuteAsync(string statements, CancellationToken cancellation)
    {
        await using var connection = await source.OpenConnectionAsync(cancellation);
        foreach (var statement in statements.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            await using var command = new NpgsqlCommand(statement, connection) { CommandTimeout = 0 };
            await command.ExecuteNonQueryAsync(cancellation);
        }
    }

    private sealed class Upserter(NpgsqlConnection connection, NpgsqlCommand command) : IUpserter
    {
        private readonly NpgsqlParameter<int> _a = new() { NpgsqlDbType = NpgsqlDbType.Integer };
        private readonly NpgsqlParameter<int> _b = new() { NpgsqlDbType = NpgsqlDbType.Integer };
        private readonly NpgsqlParameter<string> _d = new() { NpgsqlDbType = NpgsqlDbType.Text };
        private readonly NpgsqlParameter<DateTime> _e = new() { NpgsqlDbType = NpgsqlDbType.TimestampTz };
        private readonly NpgsqlParameter<decimal> _n = new() { NpgsqlDbType = NpgsqlDbType.Numeric };

        public static async Task<Upserter> OpenAsync(NpgsqlDataSource source, CancellationToken cancellation)
        {
            var connection = await source.OpenConnectionAsync(cancellation);
            var upserter = new Upserter(connection, new NpgsqlCommand(
                """
                INSERT INTO bench.target (a, b, d, e, n) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (a, b) DO UPDATE SET d = excluded.d, e = excluded.e, n = excluded.n
                """,
                connection));
            await upserter.PrepareAsync(cancellation);
            return upserter;
        }

        public Task UpsertAsync(WorkRow row, CancellationToken cancellation)
        {
            (_a.TypedValue, _b.TypedValue, _d.TypedValue, _e.TypedValue, _n.TypedValue) = row;
            return command.ExecuteNonQueryAsync(cancellation);
        }

        public async ValueTask DisposeAsync()
        {
            await command.DisposeAsync();
            await connection.DisposeAsync();
        }

        private Task PrepareAsync(CancellationToken cancellation)
        {
            command.Parameters.AddRange(new NpgsqlParameter[] { _a, _b, _d, _e, _n });
            return command.PrepareAsync(cancellation);
        }
    }

    private sealed class Producer(NpgsqlConnection connection, string copy) : IBulkProducer
    {
        private readonly List<string> _chunks = [.. Enumerable.Range(0, IBulkProducer.Chunks).Select(Chunk)];

        public async Task CopyAsync(int chunk, CancellationToken cancellation)
        {
            await using var writer = await connection.BeginTextImportAsync(copy, cancellation);
            await writer.WriteAsync(_chunks[chunk].AsMemory(), cancellation);
        }

        public ValueTask DisposeAsync() => connection.DisposeAsync();

        /// <summary>Rows ready for the wire.</summary>
        private static string Chunk(int number)
        {
            var text = new StringBuilder();
            for (var row = 0; row < IBulkProducer.Rows; row++)
            {
                var i = (number * IBulkProducer.Rows) + row;
                text.Append(CultureInfo.InvariantCulture, $"{i / 1000}\t{i % 1000}\tvalue of row {i}, as text\t2026-01-01 00:00:00+00\t{i}.25\n");
            }

            return text.ToString();
        }
    }
}
