using Absorber.Contracts;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Bench;

/// <summary>An absorber against what it replaces: prepared upserts, one row a transaction, over a dozen connections.</summary>
internal sealed class RowByRowScenario : IScenario
{
    private const int Connections = 12;

    public string Name => "row-by-row";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation)
    {
        var table = await context.CreateTableAsync(new AbsorberSettings { BatchSize = 10_000 }, cancellation);
        await table.CreateWorkAsync(context.Rows, cancellation);

        context.Say("row by row: absorbing");
        await table.ResetTargetAsync(cancellation);
        var fill = await context.Meter.MeasureAsync(() => table.FillBufferAsync(cancellation));
        await table.ExecuteAsync("CHECKPOINT", cancellation);
        var absorb = await context.Meter.MeasureAsync(() => context.DrainAsync(table, cancellation));
        await table.VerifyAsync(cancellation);

        context.Say($"row by row: {context.Rows:N0} upserts over {Connections} connections");
        await table.ResetTargetAsync(cancellation);
        var work = await ReadWorkAsync(table, context.Rows, cancellation);
        var upsert = await context.Meter.MeasureAsync(() => UpsertAsync(table, work, cancellation));
        await table.VerifyAsync(cancellation);

        var speed = upsert.Elapsed / absorb.Elapsed;
        var withFill = upsert.Elapsed / (absorb.Elapsed + fill.Elapsed);
        var findings = new List<Finding>
        {
            new(
                "absorbing against upserts row by row, rows/s", $"{speed:N1} ×", "at least 12 ×", speed >= 12,
                $"{absorb.RowsPerSecond(context.Rows):N0} against {upsert.RowsPerSecond(context.Rows):N0} rows/s; {withFill:N1} × with the time to fill the buffer"),
        };
        if (absorb.CpuMicrosecondsPerRow(context.Rows) is { } ours && upsert.CpuMicrosecondsPerRow(context.Rows) is { } theirs)
        {
            findings.Add(new(
                "processor time per row, absorbing against row by row", $"1/{theirs / ours:N1}", "at most 1/4", ours <= theirs / 4,
                $"{ours:N1} against {theirs:N1} µs, server and client"));
        }

        return findings;
    }

    private static async Task<List<Row>> ReadWorkAsync(BenchTable table, long rows, CancellationToken cancellation)
    {
        var work = new List<Row>((int)rows);
        await using var command = table.Source.CreateCommand("SELECT a, b, d, e, n FROM bench.work");
        command.CommandTimeout = 0;
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
        {
            work.Add(new Row(
                reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2), reader.GetDateTime(3), reader.GetDecimal(4)));
        }

        return work;
    }

    private static Task UpsertAsync(BenchTable table, List<Row> work, CancellationToken cancellation) =>
        Task.WhenAll(Enumerable.Range(0, Connections).Select(async lane =>
        {
            await using var connection = await table.Source.OpenConnectionAsync(cancellation);
            await using var command = new NpgsqlCommand(
                """
                INSERT INTO bench.target (a, b, d, e, n) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (a, b) DO UPDATE SET d = excluded.d, e = excluded.e, n = excluded.n
                """,
                connection);
            var a = new NpgsqlParameter<int> { NpgsqlDbType = NpgsqlDbType.Integer };
            var b = new NpgsqlParameter<int> { NpgsqlDbType = NpgsqlDbType.Integer };
            var d = new NpgsqlParameter<string> { NpgsqlDbType = NpgsqlDbType.Text };
            var e = new NpgsqlParameter<DateTime> { NpgsqlDbType = NpgsqlDbType.TimestampTz };
            var n = new NpgsqlParameter<decimal> { NpgsqlDbType = NpgsqlDbType.Numeric };
            command.Parameters.AddRange(new NpgsqlParameter[] { a, b, d, e, n });
            await command.PrepareAsync(cancellation);
            for (var i = lane; i < work.Count; i += Connections)
            {
                (a.TypedValue, b.TypedValue, d.TypedValue, e.TypedValue, n.TypedValue) = work[i];
                await command.ExecuteNonQueryAsync(cancellation);
            }
        }));

    private sealed record Row(int A, int B, string D, DateTime E, decimal N);
}
