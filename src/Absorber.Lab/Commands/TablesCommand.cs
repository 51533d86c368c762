using System.CommandLine;
using Npgsql;

namespace Absorber.Lab.Commands;

/// <summary><c>tables</c>: makes the targets of the demo.</summary>
internal static class TablesCommand
{
    private const string Script = "Absorber.Lab.Shapes.tables.sql";

    public static Command Create()
    {
        var connection = LabOptions.Connection();
        var command = new Command("tables", "Make the demo's targets where they are missing") { connection };
        command.SetAction((parsed, cancellation) => RunAsync(parsed.GetRequiredValue(connection), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(string connectionString, CancellationToken cancellation)
    {
        await using var resource = typeof(TablesCommand).Assembly.GetManifestResourceStream(Script)
            ?? throw new InvalidOperationException($"{Script} is not embedded in this program.");
        using var reader = new StreamReader(resource);

        await using var source = NpgsqlDataSource.Create(connectionString);
        await using var command = source.CreateCommand(await reader.ReadToEndAsync(cancellation));
        await command.ExecuteNonQueryAsync(cancellation);
        return 0;
    }
}
