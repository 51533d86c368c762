using System.Text.Json;
using System.Text.Json.Serialization;
using Absorber.Run.Processes;
using Absorber.Run.Steps;
using Spectre.Console;

namespace Absorber.Run.Demo;

/// <summary>A demo with an end: load, drain, summary, and the proof that every row is there.</summary>
internal sealed class DemoTrial(
    DemoServices services, DemoDatabase database, DemoWatch watch, StepPrinter steps, IAnsiConsole console, TimeProvider clock)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    /// <summary>Returns the exit code: 1 when a row is missing or stale.</summary>
    public async Task<int> RunAsync(CancellationToken stop)
    {
        var history = new DemoHistory(database.StoreConnection, clock.GetUtcNow());
        var start = clock.GetTimestamp();
        var load = services.StartLoad();
        steps.Say("");
        console.MarkupLine($"The load runs; watch it at [bold]{services.Address}[/]");
        await watch.WhileAsync(() => LoadAsync(load, stop), stop);
        await watch.DrainAsync(stop);
        var took = clock.GetElapsedTime(start);

        var produced = await ReadProducedAsync(stop);
        var figures = await ReadFiguresAsync(history, produced.Rows, stop);
        steps.Say("");
        DemoSummary.Print(console, produced, figures, watch.GreatestDepth, took);

        var verified = await services.VerifyAsync(stop);
        foreach (var line in verified.Lines)
            steps.Say(line);
        steps.Say(verified.Succeeded
            ? "Every row that was committed is in its target, or was replaced by a later one."
            : "ROWS ARE MISSING OR STALE.");
        return verified.Succeeded ? 0 : 1;
    }

    private async Task LoadAsync(Service load, CancellationToken stop)
    {
        // Whichever ends first: the load is meant to, the others are not.
        var ended = await services.AnyEndAsync(stop);
        stop.ThrowIfCancellationRequested();
        if (ended != load || load.ExitCode != 0)
            throw ended.Ended();
    }

    private async Task<Produced> ReadProducedAsync(CancellationToken cancellation)
    {
        await using var file = File.OpenRead(services.LoadSummary);
        return await JsonSerializer.DeserializeAsync<Produced>(file, cancellationToken: cancellation)
            ?? throw new RunException($"{services.LoadSummary} is empty: the load did not say what it produced.");
    }

    /// <summary>Samples take a moment to the console.</summary>
    private async Task<DemoFigures> ReadFiguresAsync(DemoHistory history, long produced, CancellationToken cancellation)
    {
        var start = clock.GetTimestamp();
        while (true)
        {
            var figures = await history.ReadFiguresAsync(cancellation);
            if (figures.Absorbed >= produced || clock.GetElapsedTime(start) > Patience)
                return figures;

            await Task.Delay(TimeSpan.FromMilliseconds(250), clock, cancellation);
        }
    }
}

/// <summary>What the load says that it produced.</summary>
internal sealed record Produced(
    [property: JsonPropertyName("rows")] long Rows,
    [property: JsonPropertyName("transactions")] long Transactions,
    [property: JsonPropertyName("rolledBackTransactions")] long RolledBackTransactions,
    [property: JsonPropertyName("rowsPerSecond")] double RowsPerSecond);
