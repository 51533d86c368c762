using System.CommandLine;

namespace Absorber.Agent.Commands;

/// <summary>The commands of <c>absorber</c>.</summary>
internal static class CommandLine
{
    private const string Description = """
        Shock absorbers for database tables: rows burst into a buffer, a sync loop merges them into their target in batches.

        Options may also stand in agent.json or in environment variables such as ABSORBER_PostgreSql or ABSORBER_SqlServer.
        Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 another session runs the absorber's sync loop.
        """;

    /// <param name="arguments">The process's arguments.</param>
    /// <param name="stopping">Finish what is in flight, then end.</param>
    /// <param name="abort">Cancel what is in flight, then end.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(string[] arguments, CancellationToken stopping, CancellationToken abort)
    {
        var runner = new CommandRunner(stopping, abort);
        var root = new RootCommand(Description)
        {
            RunCommand.Create(runner),
            ServerCommand.Create(runner),
            TablesCommand.Create(runner),
            ShowCommand.Create(runner),
            CreateCommand.Create(runner),
            ChangeCommand.Create(runner),
            EnableCommand.CreateStart(runner),
            EnableCommand.CreateStop(runner),
            SyncCommand.Create(runner),
            StatusCommand.Create(runner),
            DropCommand.Create(runner),
        };
        foreach (var option in SharedOptions.All) root.Options.Add(option);

        var parsed = root.Parse(arguments);
        if (parsed.Errors.Count > 0)
        {
            // Of a mistyped command the parser also says that there is none; the last error names the word.
            foreach (var error in parsed.Errors.TakeLast(1)) await Console.Error.WriteLineAsync($"absorber: {error.Message}");
            await Console.Error.WriteLineAsync("Try --help.");
            return ExitCode.Usage;
        }

        return await parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null }, CancellationToken.None);
    }
}
