using System.Diagnostics;
using Absorber.Contracts;

namespace Absorber.Bench;

/// <summary>
/// Whether the loop slows down as the buffer turns over. Every row of the target is updated once, in key order, so that the target's own
/// cost is the same from the first batch to the last and what remains is the buffer's.
/// </summary>
internal sealed class DecayScenario : IScenario
{
    public string Name => "decay";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation) =>
    [
        await RunAsync(context, oldSnapshot: false, cancellation),
        await RunAsync(context, oldSnapshot: true, cancellation),
    ];

    private static async Task<Finding> RunAsync(BenchContext context, bool oldSnapshot, CancellationToken cancellation)
    {
        var rows = context.Rows * 5;
        var what = oldSnapshot ? "an old snapshot open elsewhere all the time" : "nothing else going on";
        context.Say($"decay: {rows:N0} rows in batches of 1,000, {what}");
        var table = await context.CreateTableAsync(new AbsorberSettings { BatchSize = 1_000 }, cancellation);
        await table.FillTargetAsync(rows, cancellation);
        await using var elsewhere = oldSnapshot ? await table.HoldSnapshotAsync(cancellation) : null;

        // A tenth at a time, so that the buffer turns over while the run goes on, as it does in life.
        var tenths = new List<double>();
        for (var tenth = 0; tenth < 10; tenth++)
        {
            await table.FillBufferAsync(1 + tenth * rows / 10, (tenth + 1) * rows / 10, cancellation);
            var start = Stopwatch.GetTimestamp();
            await context.DrainAsync(table, cancellation);
            tenths.Add(rows / 10 / Stopwatch.GetElapsedTime(start).TotalSeconds);
        }

        var ratio = 100 * tenths[^1] / tenths[0];
        return new Finding(
            $"last tenth of {rows:N0} rows against the first, {what}", $"{ratio:N0} %", "at least 90 %", ratio >= 90,
            "rows/s by tenths: " + string.Join(" ", tenths.Select(t => $"{t:N0}")));
    }
}
