using System.CommandLine;
using Absorber.Agent.Configuration;
using Absorber.Agent.Engines;
using Absorber.Engine.Errors;
using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary>Surrounds every command: reads the configuration, opens the engine, and turns failures into one line and an exit code.</summary>
internal sealed class CommandRunner(CancellationToken stopping, CancellationToken abort)
{
    private const int WidthOfFiles = 400;

    /// <summary>Makes a command's action of what it does.</summary>
    public Func<ParseResult, CancellationToken, Task<int>> Action(Func<CommandContext, Task<int>> work, Func<ParseResult, IEnumerable<KeyValuePair<string, string?>>>? arguments = null) =>
        async (parsed, _) =>
        {
            try
            {
                var given = SharedOptions.Read(parsed).Concat(arguments?.Invoke(parsed) ?? []);
                var (options, logging) = AgentConfiguration.Read(parsed.GetValue(SharedOptions.Config), given);
                var choice = EngineChoice.Of(options);
                await using var engine = choice.Open();
                return await work(new CommandContext
                {
                    Parsed = parsed,
                    Options = options,
                    Logging = logging,
                    Choice = choice,
                    Engine = engine,
                    Output = OpenOutput(),
                    Stopping = stopping,
                    Abort = abort,
                });
            }
            catch (UsageException error)
            {
                return await FailAsync(error, parsed, ExitCode.Usage);
            }
            catch (OperationCanceledException) when (stopping.IsCancellationRequested)
            {
                await Console.Error.WriteLineAsync("absorber: interrupted");
                return ExitCode.Failed;
            }
            catch (Exception error) when (error is EngineException or CommandException or IOException or UnauthorizedAccessException)
            {
                return await FailAsync(error, parsed, ExitCode.Failed);
            }
            catch (Exception error)
            {
                await FailAsync(error, parsed, ExitCode.Failed);
                await Console.Error.WriteLineAsync("absorber: this was not foreseen; --verbose shows where it happened");
                return ExitCode.Failed;
            }
        };

    private static async Task<int> FailAsync(Exception error, ParseResult parsed, int code)
    {
        foreach (var line in error.Message.Split(Environment.NewLine)) await Console.Error.WriteLineAsync($"absorber: {line}");
        if (parsed.GetValue(SharedOptions.Verbose)) await Console.Error.WriteLineAsync(error.ToString());
        return code;
    }

    /// <summary>A terminal has its own width; a file or a pipe gets every table row on one line.</summary>
    private static IAnsiConsole OpenOutput()
    {
        var output = AnsiConsole.Create(new AnsiConsoleSettings());
        if (Console.IsOutputRedirected) output.Profile.Width = WidthOfFiles;
        return output;
    }
}
