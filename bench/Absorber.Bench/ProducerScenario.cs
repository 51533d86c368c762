using System.Diagnostics;
using Absorber.Bench.Tables;
using Absorber.Contracts;

namespace Absorber.Bench;

/// <summary>What a producer at full speed loses when the loop runs beside it.</summary>
internal sealed class ProducerScenario : IScenario
{
    public string Name => "producers";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation)
    {
        var table = await context.CreateTableAsync(new AbsorberSettings { BatchSize = 10_000, Interval = TimeSpan.FromMilliseconds(50) }, cancellation);
        var alone = new List<double>();
        var beside = new List<double>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"producers, round {round} of {context.Rounds}");
            alone.Add(await ProduceAsync(context, table, cancellation));
            await context.DrainAsync(table, cancellation);

            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            var loop = context.RunLoopAsync(table, stop.Token);
            beside.Add(await ProduceAsync(context, table, cancellation));
            await stop.CancelAsync();
            await loop;
            await context.DrainAsync(table, cancellation);
        }

        var loss = 100 * (1 - Median.Of(alone.Zip(beside, (a, b) => b / a)));
        return
        [
            new Finding(
                "rate that one producer (in bulk) loses while the loop runs", $"{loss:N0} %", "at most 30 %", loss <= 30,
                $"{Median.Of(beside):N0} against {Median.Of(alone):N0} rows/s alone"),
        ];
    }

    private static async Task<double> ProduceAsync(BenchContext context, IBenchTable table, CancellationToken cancellation)
    {
        await table.SettleAsync(cancellation);
        await using var producer = await table.OpenProducerAsync(cancellation);
        var start = Stopwatch.GetTimestamp();
        var copies = 0;
        while (Stopwatch.GetElapsedTime(start) < context.ProducerTime)
            await producer.CopyAsync(copies++ % IBulkProducer.Chunks, cancellation);

        return (long)copies * IBulkProducer.Rows / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }
}
