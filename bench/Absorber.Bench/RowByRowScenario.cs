using Absorber.Bench.Tables;
using Absorber.Contracts;

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
        var work = await table.ReadWorkAsync(context.Rows, cancellation);
        var rounds = new List<Round>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"row by row, {workload.Name}, round {round} of {context.Rounds}");
            await table.ResetTargetAsync(cancellation);
            var fill = await context.Meter.MeasureAsync(() => table.FillBufferAsync(cancellation));
            await table.SettleAsync(cancellation);
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

    /// <summary>Each key has its connection, so that its last row comes last.</summary>
    private static Task UpsertAsync(IBenchTable table, List<WorkRow> work, CancellationToken cancellation) =>
        Task.WhenAll(Enumerable.Range(0, Connections).Select(async lane =>
        {
            await using var upserter = await table.OpenUpserterAsync(cancellation);
            foreach (var row in work.Where(row => (uint)HashCode.Combine(row.A, row.B) % Connections == lane))
                await upserter.UpsertAsync(row, cancellation);
        }));

    private sealed record Round(Cost Fill, Cost Absorb, Cost Upsert);
}
