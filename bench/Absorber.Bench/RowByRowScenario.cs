using Absorber.Contracts;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Bench;

/// <summary>An absorber against what it replaces: prepared upserts, one row a transaction, over a dozen connections.</summary>
internal sealed class RowByRowScenario : IScenario
{
    private const int Connections = 12;

    public string Name => "row-by-row";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation) =>
    [
        .. await RunAsync(context, Workload.Burst, cancellation),
        .. await RunAsync(context, Workload.Shuffled, cancellation),
    ];

    private static async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, Workload workload, CancellationToken cancellation)
    {
        var table = await context.CreateTableAsync(new AbsorberSettings { BatchSize = 10_000 }, cancellation);
        await table.CreateWorkAsync(context.Rows, cancellation, workload);
        var work = await ReadWorkAsync(table, context.Rows, cancellation);
        var rounds = new List<Round>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"row by row, {workload.Name}, round {round} of {context.Rounds}");
            await table.ResetTargetAsync(cancellation);
            var fill = await context.Meter.MeasureAsync(() => table.FillBufferAsync(cancellation));
            await table.ExecuteAsync("CHECKPOINT", cancellation);
            var absorb = await context.Meter.MeasureAsync(() => context.DrainAsync(table, cancellation));
            await table.VerifyAsync(cancellation);

            await table.ResetTargetAsync(cancellation);
            var upsert = await context.Meter.MeasureAsync(() => UpsertAsync(table, work, cancellation));
            await table.VerifyAsync(cancellation);
            rounds.Add(new Round(fill, absorb, upsert));
        }

        return Report(context.Rows, workload, rounds);
    }

    private static List<Finding> Report(long rows, Workload workload, List<Round> rounds)
    {
        var speed = Median.Of(rounds.Select(r => r.Upsert.Elapsed / r.Absorb.Elapsed));
        var withFill = Median.Of(rounds.Select(r => r.Upsert.Elapsed / (r.Absorb.Elapsed + r.Fill.Elapsed)));
        var findings = new List<Finding>
        {
            new(
                $"absorbing against upserts row by row, rows/s: {workload.Name}", $"{speed:N1} ×", "at least 12 ×", speed >= 12,
                $"{Median.Of(rounds.Select(r => r.Absorb.RowsPerSecond(rows))):N0} against {Median.Of(rounds.Select(r => r.Upsert.RowsPerSecond(rows))):N0} rows/s; "
                + $"{withFill:N1} × with the time to fill the buffer"),
        };
        if (rounds.TrueForAll(r => r.Absorb.Cpu is not null && r.Upsert.Cpu is not null))
        {
            var ours = Median.Of(rounds.Select(r => r.Absorb.CpuMicrosecondsPerRow(rows)!.Value));
            var theirs = Median.Of(rounds.Select(r => r.Upsert.CpuMicrosecondsPerRow(rows)!.Value));
            findings.Add(new(
                $"processor time per row, absorbing against row by row: {workload.Name}", $"1/{theirs / ours:N1}", "at most 1/4", ours <= theirs / 4,
                $"{ours:N1} against {theirs:N1} µs, server and client"));
        }

        return findings;
    }

    private static async Task<List<Row>> ReadWorkAsync(BenchTable table, long rows, CancellationToken cancellation)
    {
        var work = new List<Row>((int)rows);
        await using var command = table.Source.CreateCommand("SELECT a, b, d, e, n FROM bench.work ORDER BY ordinal");
        command.CommandTimeout = 0;
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
        {
            work.Add(new Row(
                reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2), reader.GetDateTime(3), reader.GetDecimal(4)));
        }

        return work;
    }

    /// <summary>Each key has its connection, so that its last row comes last.</summary>
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
            foreach (var row in work.Where(row => (uint)HashCode.Combine(row.A, row.B) % Connections == lane))
            {
                (a.TypedValue, b.TypedValue, d.TypedValue, e.TypedValue, n.TypedValue) = row;
                await command.ExecuteNonQueryAsync(cancellation);
            }
        }));

    private sealed record Round(Cost Fill, Cost Absorb, Cost Upsert);

    private sealed record Row(int A, int B, string D, DateTime E, decimal N);
}
