using System.ComponentModel;
using System.Diagnostics;

namespace Absorber.EmbeddedPostgres.Launching;

/// <summary>Runs short programs and keeps what they say.</summary>
internal static class Tool
{
    public static async Task<ToolResult> RunAsync(string file, IEnumerable<string> arguments, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(file, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(), // ours may be closed to whom it runs as
        };
        start.Environment["LC_ALL"] = "C";

        using var process = new Process { StartInfo = start };
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            return new ToolResult(-1, e.Message);
        }

        process.StandardInput.Close();
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(cancellation);
            var errors = process.StandardError.ReadToEndAsync(cancellation);
            await process.WaitForExitAsync(cancellation);
            return new ToolResult(process.ExitCode, await output + await errors);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}

/// <param name="ExitCode">The program's exit code; -1 where it could not be started.</param>
/// <param name="Output">What it wrote, errors last.</param>
internal sealed record ToolResult(int ExitCode, string Output)
{
    public bool Succeeded => ExitCode == 0;

    /// <summary>The last lines of the output in one line, for a message.</summary>
    public string LastLines(int count = 3) => string.Join(" | ", Output
        .Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        .TakeLast(count));
}
