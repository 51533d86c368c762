using Absorber.Bench.Tables;
using Absorber.Contracts;

namespace Absorber.Bench;

/// <summary>How near batches come to the limit: one statement that merges the whole buffer at once.</summary>
internal sealed class LimitScenario : IScenario
{
    public string Name => "limit";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation)
    {
        var table = await context.CreateTableAsync(new AbsorberSettings(), cancellation);
        await table.CreateWorkAsync(context.Rows, cancellation);

        var rounds = new List<(double Limit, double Large, double Small)>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"limit, round {round} of {context.Rounds}");
            rounds.Add((
                await RunLimitAsync(context, table, cancellation),
                await RunBatchesAsync(context, table, 10_000, cancellation),
                await RunBatchesAsync(context, table, 1_000, cancellation)));
        }

        return
        [
            Compare("batches of 10,000 rows against one statement", 60, rounds.Select(r => (r.Large, r.Limit))),
            Compare("batches of 1,000 rows against one statement", 45, rounds.Select(r => (r.Small, r.Limit))),
        ];
    }

    private static async Task<double> RunLimitAsync(BenchContext context, IBenchTable table, CancellationToken cancellation)
    {
        await table.ResetTargetAsync(cancellation);
        await table.FillBufferAsync(cancellation);
        await table.SettleAsync(cancellation);
        var cost = await context.Meter.MeasureAsync(() => table.MergeAtOnceAsync(cancellation));
        await table.VerifyAsync(cancellation);
        await context.DrainAsync(table, cancellation);
        return cost.RowsPerSecond(context.Rows);
    }

    private static async Task<double> RunBatchesAsync(BenchContext context, IBenchTable table, long batchSize, CancellationToken cancellation)
    {
        await table.SetBatchSizeAsync(batchSize, cancellation);
        await table.ResetTargetAsync(cancellation);
        await table.FillBufferAsync(cancellation);
        await table.SettleAsync(cancellation);
        var cost = await context.Meter.MeasureAsync(() => context.DrainAsync(table, cancellation));
        await table.VerifyAsync(cancellation);
        return cost.RowsPerSecond(context.Rows);
    }

    private static Finding Compare(string what, int goal, IEnumerable<(double Ours, double Limit)> rounds)
    {
        var all = rounds.ToList();
        var ratio = 100 * Median.Of(all.Select(r => r.Ours / r.Limit));
        return new Finding(
            what, $"{ratio:N0} %", $"at least {goal} %", ratio >= goal,
            $"{Median.Of(all.Select(r => r.Ours)):N0} against {Median.Of(all.Select(r => r.Limit)):N0} rows/s");
    }
}
