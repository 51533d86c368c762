using System.CommandLine;
using System.Text.Json;
using Absorber.Lab.Journals;
using Absorber.Lab.Loading;

namespace Absorber.Lab.Commands;

/// <summary><c>load</c>: producers that write into the buffers of the demo's targets, calm and in bursts.</summary>
internal static class LoadCommand
{
    private static readonly JsonSerializerOptions Json = new() { WriteIndented = true };

    public static Command Create()
    {
        var database = new DatabaseOptions();
        var length = LabOptions.Length("--for", "How long; without it and --rows until Ctrl-C");
        var rows = new Option<long?>("--rows") { Description = "Stop after about this many rows" };
        var calm = LabOptions.Number("--calm", "Rows per second while calm", 2_000, 1, 10_000_000);
        var burst = LabOptions.Number("--burst", "Rows per second in a burst", 40_000, 1, 10_000_000);
        var calmFor = LabOptions.Length("--calm-for", "How long it stays calm", TimeSpan.FromSeconds(8));
        var burstFor = LabOptions.Length("--burst-for", "How long a burst lasts", TimeSpan.FromSeconds(4));
        var connections = LabOptions.Number("--connections", "Producer connections", 6, 1, 100);
        var seed = LabOptions.Number("--seed", "The same seed gives the same transactions", 1, 0, int.MaxValue);
        var journal = new Option<FileInfo?>("--journal") { Description = "Write what was committed to this file, for verify" };
        var summary = new Option<FileInfo?>("--summary") { Description = "Write the totals to this file, as JSON" };

        var command = new Command("load", "Write rows into the buffers of the demo's targets, calm and in bursts")
        {
            length, rows, calm, burst, calmFor, burstFor, connections, seed, journal, summary,
        };
        database.AddTo(command);
        command.SetAction((parsed, cancellation) => RunAsync(
            new LoadOptions
            {
                Database = database.Choose(parsed),
                For = parsed.GetValue(length),
                Rows = parsed.GetValue(rows),
                Phases = new Phases(
                    parsed.GetRequiredValue(calm),
                    parsed.GetRequiredValue(burst),
                    parsed.GetRequiredValue(calmFor)!.Value,
                    parsed.GetRequiredValue(burstFor)!.Value),
                Connections = parsed.GetRequiredValue(connections),
                Seed = parsed.GetRequiredValue(seed),
            },
            parsed.GetValue(journal),
            parsed.GetValue(summary),
            cancellation));
        return command;
    }

    private static async Task<int> RunAsync(LoadOptions options, FileInfo? journal, FileInfo? summary, CancellationToken cancellation)
    {
        var buffers = await Buffers.FindAsync(options.Database, cancellation);
        var loader = new Loader(options, buffers, TimeProvider.System);
        await loader.RunAsync(new Lines(), cancellation);

        // What was produced is told also when the load was told to stop.
        if (journal is not null)
            await JournalFile.WriteAsync(journal.FullName, loader.Journals, CancellationToken.None);
        if (summary is not null)
            await File.WriteAllTextAsync(summary.FullName, JsonSerializer.Serialize(loader.Tally, Json), CancellationToken.None);

        await System.Console.Out.WriteLineAsync(
            $"Produced {loader.Tally.Rows:N0} rows in {loader.Tally.Transactions:N0} transactions " +
            $"({loader.Tally.RowsPerSecond:N0} rows/s); {loader.Tally.RolledBackTransactions:N0} rolled back, " +
            $"{loader.Tally.FailedTransactions:N0} broken off.");
        return 0;
    }

    private sealed class Lines : IProgress<string>
    {
        public void Report(string value) => System.Console.Out.WriteLine(value);
    }
}
