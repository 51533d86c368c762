using System.CommandLine;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber show</c>: the SQL that <c>create</c> would run.</summary>
internal static class ShowCommand
{
    public static Command Create(CommandRunner runner)
    {
        var table = TableArgument.Create();
        var settings = new SettingsOptions();
        var command = new Command("show", "Shows the SQL that create would run. Runs none of it.") { table };
        settings.AddTo(command);
        command.SetAction(runner.Action(async context =>
        {
            var spec = new AbsorberSpec(context.Database, context.Table(table), settings.Apply(context.Parsed, new AbsorberSettings()));
            await Console.Out.WriteLineAsync(await context.Engine.Absorbers.ScriptCreateAsync(spec, context.Stopping));
            return ExitCode.Done;
        }));
        return command;
    }
}
