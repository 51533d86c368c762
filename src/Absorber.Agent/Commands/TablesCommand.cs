using System.CommandLine;
using System.Globalization;
using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber tables</c>: which tables can be absorbed, and why others cannot.</summary>
internal static class TablesCommand
{
    public static Command Create(CommandRunner runner)
    {
        var command = new Command("tables", "Lists the tables of a database: which can be absorbed, and why others cannot.");
        command.SetAction(runner.Action(RunAsync));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context)
    {
        var tables = await context.Engine.Catalog.ReadTablesAsync(context.Database, context.Stopping);
        var grid = Grids.Create("Table", "Rows (estimate)", "Absorber", "Remarks");
        foreach (var table in tables)
        {
            grid.AddRow(
                new Text(table.Name.ToString()),
                new Text(table.EstimatedRows?.ToString("N0", CultureInfo.InvariantCulture) ?? "unknown").RightJustified(),
                new Text(table.HasAbsorber ? "has one" : table.CanBeAbsorbed ? "possible" : "not possible"),
                new Text(string.Join(" ", table.Obstacles.Concat(table.Remarks))));
        }

        context.Output.Write(grid);
        return ExitCode.Done;
    }
}
