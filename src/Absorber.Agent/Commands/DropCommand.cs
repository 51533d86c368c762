using System.CommandLine;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber drop</c>: removes an absorber.</summary>
internal static class DropCommand
{
    public static Command Create(CommandRunner runner)
    {
        var table = TableArgument.Create();
        var discard = new Option<bool>("--discard-rows") { Description = "Drop it even if its buffer holds rows, which are lost." };
        var command = new Command("drop", "Drops an absorber. Refuses while its loop runs, and while its buffer holds rows.") { table, discard };
        command.SetAction(runner.Action(async context =>
        {
            var absorber = await context.FindAsync(table);
            await context.Engine.Absorbers.DropAsync(absorber.Name, context.Parsed.GetValue(discard), context.Stopping);
            await Console.Out.WriteLineAsync($"{absorber.Name}: dropped. The target is as it was.");
            return ExitCode.Done;
        }));
        return command;
    }
}
