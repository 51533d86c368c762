using System.CommandLine;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber start</c> and <c>absorber stop</c>: whether agents run the loop.</summary>
internal static class EnableCommand
{
    public static Command CreateStart(CommandRunner runner) =>
        Create(runner, enabled: true, "start", "Lets agents run the absorber's loop. A running agent starts it within seconds.");

    public static Command CreateStop(CommandRunner runner) =>
        Create(runner, enabled: false, "stop", "Keeps agents from running the absorber's loop. One that runs finishes its batch; rows stay in the buffer.");

    private static Command Create(CommandRunner runner, bool enabled, string name, string description)
    {
        var table = TableArgument.Create();
        var command = new Command(name, description) { table };
        command.SetAction(runner.Action(async context =>
        {
            var absorber = await context.FindAsync(table);
            await context.Engine.Absorbers.SetEnabledAsync(absorber.Name, enabled, context.Stopping);
            await Console.Out.WriteLineAsync((enabled, absorber.Enabled) switch
            {
                (true, true) => $"{absorber.Name}: is enabled already. If its loop gave up, stop it, wait a few seconds, and start it again.",
                (true, false) => $"{absorber.Name}: enabled. A running agent starts its loop within seconds.",
                (false, true) => $"{absorber.Name}: disabled. A running agent finishes the batch in flight and stops its loop; rows stay in the buffer.",
                (false, false) => $"{absorber.Name}: is disabled already.",
            });
            return ExitCode.Done;
        }));
        return command;
    }
}
