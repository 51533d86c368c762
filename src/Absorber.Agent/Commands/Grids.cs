using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary>The look of tables in the terminal.</summary>
internal static class Grids
{
    public static Table Create(params IEnumerable<string> columns)
    {
        var grid = new Table { Border = TableBorder.Simple };
        foreach (var column in columns) grid.AddColumn(new TableColumn(new Text(column)));
        return grid;
    }
}
