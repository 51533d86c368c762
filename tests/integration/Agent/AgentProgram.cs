using System.Diagnostics;
using System.Text;
using Absorber.Agent.Commands;

namespace Absorber.IntegrationTests.Agent;

/// <summary>The program <c>absorber</c> as a process of its own, which can be killed.</summary>
internal sealed class AgentProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _errors = new();

    private AgentProgram(string? connection, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo("dotnet")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(),
        };
        start.ArgumentList.Add(typeof(CommandLine).Assembly.Location);
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        if (connection is not null) start.Environment["ABSORBER_PostgreSql"] = connection;
        else start.Environment.Remove("ABSORBER_PostgreSql");

        _process = Process.Start(start)!;
        _process.OutputDataReceived += (_, line) => Keep(_output, line.Data);
        _process.ErrorDataReceived += (_, line) => Keep(_errors, line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public string Output => Read(_output);

    public string Errors => Read(_errors);

    public static AgentProgram Start(string? connection, params IEnumerable<string> arguments) => new(connection, arguments);

    /// <summary>Runs a command to its end.</summary>
    public static async Task<(int Code, string Output, string Errors)> RunAsync(string? connection, params IEnumerable<string> arguments)
    {
        await using var program = Start(connection, arguments);
        var code = await program.EndAsync();
        return (code, program.Output, program.Errors);
    }

    public async Task<int> EndAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(TimeSpan.FromSeconds(60));
        return _process.ExitCode;
    }

    /// <summary>Ends the process as kill -9 does.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await EndAsync();
    }

    /// <summary>Asks the process to end, as SIGTERM does.</summary>
    public async Task<int> TerminateAsync()
    {
        using var kill = Process.Start("kill", ["-TERM", $"{_process.Id}"]);
        await kill.WaitForExitAsync();
        return await EndAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) await KillAsync();
        _process.Dispose();
    }

    private static void Keep(StringBuilder kept, string? line)
    {
        if (line is null) return;

        lock (kept) kept.AppendLine(line);
    }

    private static string Read(StringBuilder kept)
    {
        lock (kept) return kept.ToString();
    }
}
