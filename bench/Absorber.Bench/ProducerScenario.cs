using System.Diagnostics;
using System.Globalization;
using System.Text;
using Absorber.Contracts;

namespace Absorber.Bench;

/// <summary>What a producer at full speed loses when the loop runs beside it.</summary>
internal sealed class ProducerScenario : IScenario
{
    private const int RowsPerCopy = 5_000;

    public string Name => "producers";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation)
    {
        var table = await context.CreateTableAsync(new AbsorberSettings { BatchSize = 10_000, Interval = TimeSpan.FromMilliseconds(50) }, cancellation);
        var chunks = Enumerable.Range(0, 50).Select(Chunk).ToList();
        var alone = new List<double>();
        var beside = new List<double>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"producers, round {round} of {context.Rounds}");
            alone.Add(await ProduceAsync(context, table, chunks, cancellation));
            await context.DrainAsync(table, cancellation);

            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            var loop = context.RunLoopAsync(table, stop.Token);
            beside.Add(await ProduceAsync(context, table, chunks, cancellation));
            await stop.CancelAsync();
            await loop;
            await context.DrainAsync(table, cancellation);
        }

        var loss = 100 * (1 - Median.Of(alone.Zip(beside, (a, b) => b / a)));
        return
        [
            new Finding(
                "rate that one producer (COPY) loses while the loop runs", $"{loss:N0} %", "at most 30 %", loss <= 30,
                $"{Median.Of(beside):N0} against {Median.Of(alone):N0} rows/s alone"),
        ];
    }

    private static async Task<double> ProduceAsync(BenchContext context, BenchTable table, List<string> chunks, CancellationToken cancellation)
    {
        await table.ExecuteAsync("CHECKPOINT", cancellation);
        await using var connection = await table.Source.OpenConnectionAsync(cancellation);
        var start = Stopwatch.GetTimestamp();
        var copied = 0L;
        while (Stopwatch.GetElapsedTime(start) < context.ProducerTime)
        {
            await using (var copy = await connection.BeginTextImportAsync($"COPY {table.Absorber.Buffer} ({BenchTable.Columns}) FROM STDIN", cancellation))
                await copy.WriteAsync(chunks[(int)(copied / RowsPerCopy % chunks.Count)].AsMemory(), cancellation);

            copied += RowsPerCopy;
        }

        return copied / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    /// <summary>Rows ready for the wire, so that the producer's own work is as small as it can be.</summary>
    private static string Chunk(int number)
    {
        var text = new StringBuilder();
        for (var row = 0; row < RowsPerCopy; row++)
        {
            var i = (number * RowsPerCopy) + row;
            text.Append(CultureInfo.InvariantCulture, $"{i / 1000}\t{i % 1000}\tvalue of row {i}, as text\t2026-01-01 00:00:00+00\t{i}.25\n");
        }

        return text.ToString();
    }
}
