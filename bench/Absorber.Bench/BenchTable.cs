using System.Globalization;
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

    /// <summary>Rows 1 to <paramref name="rows"/> in a shuffled order, kept so that every contender gets the same.</summary>
    public Task CreateWorkAsync(long rows, CancellationToken cancellation) => ExecuteAsync(
        $"""
        DROP TABLE IF EXISTS bench.work;
        CREATE UNLOGGED TABLE bench.work AS
        SELECT {RowOf} FROM generate_series(1, {Number(rows)}) AS i ORDER BY md5(i::text || 'shuffled');
        ANALYZE bench.work;
        """,
        cancellation);

    /// <summary>Fills the target with every other row of the work, older values, so that half of the work are updates.</summary>
    public Task ResetTargetAsync(CancellationToken cancellation) => ExecuteAsync(
        """
        TRUNCATE bench.target;
        INSERT INTO bench.target SELECT a, b, 'before', timestamptz '2025-01-01', 0 FROM bench.work WHERE b % 2 = 0 ORDER BY a, b;
        VACUUM ANALYZE bench.target;
        CHECKPOINT;
        """,
        cancellation);

    public Task FillBufferAsync(CancellationToken cancellation) => ExecuteAsync(
        $"INSERT INTO {Absorber.Buffer} ({Columns}) SELECT {Columns} FROM bench.work", cancellation);

    public Task SetBatchSizeAsync(long batchSize, CancellationToken cancellation) => engine.Absorbers.ChangeAsync(
        Absorber.Name, Absorber.Settings with { BatchSize = batchSize }, cancellation);

    /// <summary>Counts rows of the work that the target lacks or holds with other values.</summary>
    public async Task VerifyAsync(CancellationToken cancellation)
    {
        await using var command = source.CreateCommand(
            "SELECT count(*) FROM (SELECT a, b, d, e, n FROM bench.work EXCEPT SELECT a, b, d, e, n FROM bench.target) AS missing");
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

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
