using System.CommandLine;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber create</c>: makes an absorber for a target.</summary>
internal static class CreateCommand
{
    public static Command Create(CommandRunner runner)
    {
        var table = TableArgument.Create();
        var settings = new SettingsOptions();
        var command = new Command("create", "Creates an absorber: its buffer, the objects around it, and the framework where it is missing.") { table };
        settings.AddTo(command);
        command.SetAction(runner.Action(async context =>
        {
            var spec = new AbsorberSpec(context.Database, context.Table(table), settings.Apply(context.Parsed, new AbsorberSettings()));
            var created = await context.Engine.Absorbers.CreateAsync(spec, context.Stopping);
            await Console.Out.WriteLineAsync($"{created.Name}: created and enabled. Insert into {created.Buffer}; a running agent starts its loop within seconds.");
            return ExitCode.Done;
        }));
        return command;
    }
}
