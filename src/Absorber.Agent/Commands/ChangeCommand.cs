using System.CommandLine;
using Absorber.Agent.Configuration;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber change</c>: changes settings while the loop runs.</summary>
internal static class ChangeCommand
{
    public static Command Create(CommandRunner runner)
    {
        var table = TableArgument.Create();
        var settings = new SettingsOptions();
        var command = new Command("change", "Changes settings of an absorber. They count from the next batch on; no row is dropped.") { table };
        settings.AddTo(command);
        command.SetAction(runner.Action(async context =>
        {
            var absorber = await context.FindAsync(table);
            var wanted = settings.Apply(context.Parsed, absorber.Settings);
            if (wanted == absorber.Settings)
            {
                await Console.Out.WriteLineAsync($"{absorber.Name}: nothing to change, {SettingsText.Describe(absorber.Settings)} already.");
                return ExitCode.Done;
            }

            var changed = await context.Engine.Absorbers.ChangeAsync(absorber.Name, wanted, context.Stopping);
            await Console.Out.WriteLineAsync($"{changed.Name}: {SettingsText.Describe(changed.Settings)}.");
            return ExitCode.Done;
        }));
        return command;
    }
}
