using System.CommandLine;
using Absorber.Agent.Configuration;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber run</c>: the agent.</summary>
internal static class RunCommand
{
    public static Command Create(CommandRunner runner)
    {
        var name = new Option<string?>("--name") { Description = "The agent's name, unique within a console; by default the machine's.", HelpName = "name" };
        var console = new Option<string?>("--console") { Description = "The console's address, such as https://console:5443.", HelpName = "url" };
        var data = new Option<string?>("--data") { Description = "The folder in which samples wait for the console.", HelpName = "path" };
        var command = new Command("run", "Runs as an agent: one loop per enabled absorber, watched over, reported to the console if there is one.") { name, console, data };
        command.SetAction(runner.Action(
            AgentProcess.RunAsync,
            parsed =>
            [
                new(nameof(AgentOptions.Name), parsed.GetValue(name)),
                new(nameof(AgentOptions.Console), parsed.GetValue(console)),
                new(nameof(AgentOptions.Data), parsed.GetValue(data)),
                new($"{nameof(AgentOptions.Databases)}:0", parsed.GetValue(SharedOptions.Database)),
            ]));
        return command;
    }
}
