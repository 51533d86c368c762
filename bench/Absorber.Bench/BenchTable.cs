using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.PostgreSql;
using Npgsql;

namespace Absorber.Bench;

/// <summary>The target of the benches: a composite key, text, a timestamp, a numeric. Row i has key (i / 1000, i % 1000).</summary>
internal sealed class BenchTable(PostgreSqlEngine engine, NpgsqlDataSource source, string database)
{
    public const string Columns = "a, b, d, e, n";

    public const string RowOf = """
        (i / 1000)::int AS a, (i % 1000)::int AS b, md5(i::text) AS d,
        timestamptz '2026-01-01' + i * interval '1 ms' AS e, (i * 1.01)::numeric(12, 2) AS n
        """;

    private AbsorberInfo? _absorber;

    public AbsorberInfo Absorber => _absorber ?? throw new InvalidOperationException("The absorber is not created yet.");

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

    /// <summary>Makes the rows of a run, kept in their order so that every contender gets the same.</summary>
    public async Task CreateWorkAsync(long rows, CancellationToken cancellation, Workload? workload = null)
    {
        var (_, work, before) = workload ?? Workload.Shuffled;
        await ExecuteAsync(
            $"""
            DROP TABLE IF EXISTS bench.work, bench.before;
            CREATE UNLOGGED TABLE bench.work AS SELECT row_number() OVER () AS ordinal, w.* FROM ({work(rows)}) w;
            CREATE UNLOGGED TABLE bench.before AS SELECT a, b, 'before' AS d, timestamptz '2025-01-01' AS e, 0 AS n FROM ({before(rows)}) w ORDER BY a, b;
            ANALYZE bench.work;
            """,
            cancellation);
    }

    /// <summary>Fills the target with the older rows that the workload meets there.</summary>
    public Task ResetTargetAsync(CancellationToken cancellation) => ExecuteAsync(
        """
        TRUNCATE bench.target;
        INSERT INTO bench.target SELECT a, b, d, e, n FROM bench.before;
        VACUUM ANALYZE bench.target;
        CHECKPOINT;
        """,
        cancellation);

    public Task FillBufferAsync(CancellationToken cancellation) => ExecuteAsync(
        $"INSERT INTO {Absorber.Buffer} ({Columns}) SELECT {Columns} FROM bench.work ORDER BY ordinal", cancellation);

    public Task SetBatchSizeAsync(long batchSize, CancellationToken cancellation) => engine.Absorbers.ChangeAsync(
        Absorber.Name, Absorber.Settings with { BatchSize = batchSize }, cancellation);

    /// <summary>Fails where the target lacks a key of the work, or holds another row than the key's last.</summary>
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

    /// <summary>Runs statements one by one, each in its own transaction (VACUUM and CHECKPOINT need that).</summary>
    public async Task ExecuteAsync(string statements, CancellationToken cancellation)
    {
        await using var connection = await source.OpenConnectionAsync(cancellation);
        foreach (var statement in statements.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            await using var command = new NpgsqlCommand(statement, connection) { CommandTimeout = 0 };
            await command.ExecuteNonQueryAsync(cancellation);
        }
    }
}
