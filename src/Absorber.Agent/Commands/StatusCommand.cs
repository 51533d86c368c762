using System.CommandLine;
using System.Globalization;
using Absorber.Agent.Configuration;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber status</c>: the absorbers that there are, with settings and depth.</summary>
internal static class StatusCommand
{
    public static Command Create(CommandRunner runner)
    {
        var command = new Command("status", "Lists absorbers with their settings and depth: of one database, or of all that can be reached.");
        command.SetAction(runner.Action(RunAsync));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context)
    {
        var grid = Grids.Create("Database", "Absorber", "Enabled", "Depth", "Taken in", "Batch size", "Interval", "Gives up after", "Buffer survives crash", "Buffer");
        var code = ExitCode.Done;
        foreach (var database in await ReadDatabasesAsync(context))
        {
            try
            {
                await AddAsync(context, database, grid);
            }
            catch (EngineException error)
            {
                await Console.Error.WriteLineAsync($"absorber: {error.Message}");
                code = ExitCode.Failed;
            }
        }

        if (grid.Rows.Count > 0) context.Output.Write(grid);
        else if (code == ExitCode.Done) await Console.Out.WriteLineAsync("There are no absorbers. 'absorber tables' lists what can be absorbed, 'absorber create' makes one.");
        return code;
    }

    private static async Task AddAsync(CommandContext context, string database, Table grid)
    {
        var absorbers = await context.Engine.Absorbers.ReadAsync(database, context.Stopping);
        if (absorbers.Count == 0) return;

        var watermarks = await context.Engine.Absorbers.ReadWatermarksAsync(database, context.Stopping);
        foreach (var absorber in absorbers)
        {
            Watermarks? marks = watermarks.TryGetValue(absorber.Name, out var found) ? found : null;
            grid.AddRow(
                new Text(database),
                new Text(absorber.Name.ToString()),
                new Text(absorber.Enabled ? "yes" : "no"),
                Number(marks?.Depth),
                Number(marks?.Issued),
                new Text(SettingsText.ShowBatchSize(absorber.Settings)).RightJustified(),
                new Text(SettingsText.ShowDuration(absorber.Settings.Interval)).RightJustified(),
                new Text($"{absorber.Settings.MaxErrors} errors"),
                new Text(absorber.Settings.Persisted ? "yes" : "no"),
                new Text(absorber.Buffer));
        }
    }

    private static async Task<IReadOnlyList<string>> ReadDatabasesAsync(CommandContext context)
    {
        if (context.Parsed.GetValue(SharedOptions.Database) is { } database) return [database];

        return context.Options.Databases.Count > 0 ? [.. context.Options.Databases] : await context.Engine.Catalog.ReadDatabasesAsync(context.Stopping);
    }

    private static Text Number(long? value) =>
        new Text(value?.ToString("N0", CultureInfo.InvariantCulture) ?? "unknown").RightJustified();
}
