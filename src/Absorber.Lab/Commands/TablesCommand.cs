using System.CommandLine;

namespace Absorber.Lab.Commands;

/// <summary><c>tables</c>: makes the targets of the demo.</summary>
internal static class TablesCommand
{
    public static Command Create()
    {
        var database = new DatabaseOptions();
        var command = new Command("tables", "Make the demo's targets where they are missing");
        database.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            await database.Choose(parsed).CreateTargetsAsync(cancellation);
            return 0;
        });
        return command;
    }
}
