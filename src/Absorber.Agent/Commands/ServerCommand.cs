using System.CommandLine;
using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber server</c>: what the server is and what it can do for absorbers.</summary>
internal static class ServerCommand
{
    public static Command Create(CommandRunner runner)
    {
        var command = new Command("server", "Shows what the server and a database can do for absorbers, and what to do about what they cannot.");
        command.SetAction(runner.Action(RunAsync));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context)
    {
        var server = await context.Engine.ReadServerAsync(context.Stopping);
        var capabilities = await context.Engine.ReadCapabilitiesAsync(context.Parsed.GetValue(SharedOptions.Database), context.Stopping);
        await Console.Out.WriteLineAsync($"{server.Server}: {server.Engine}");
        var grid = Grids.Create("What", "Value", "Remark");
        foreach (var capability in capabilities) grid.AddRow(new Text(capability.Name), new Text(capability.Value), new Text(capability.Remark ?? ""));
        context.Output.Write(grid);
        return ExitCode.Done;
    }
}
