using System.ComponentModel;
using System.Diagnostics;

namespace Absorber.Run.Processes;

/// <summary>A program that runs to its end, such as npm or a compiler.</summary>
internal sealed record ToolRun(string File, IReadOnlyList<string> Arguments)
{
    public string? Folder { get; init; }

    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Told every line as it comes; null for nobody.</summary>
    public Action<string>? OnLine { get; init; }

    /// <summary>Runs it. Cancelling kills it and what it started.</summary>
    public async Task<ToolResult> RunAsync(CancellationToken cancellation)
    {
        using var process = new Process { StartInfo = StartInfo.Create(File, Arguments, Folder, Environment) };
        var lines = new OutputLines(OnLine);
        process.OutputDataReceived += (_, e) => lines.Add(e.Data);
        process.ErrorDataReceived += (_, e) => lines.Add(e.Data);
        try
        {
            process.Start();
        }
        catch (Win32Exception)
        {
            return new ToolResult(ToolResult.NotFound, []);
        }

        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        return new ToolResult(process.ExitCode, lines.All);
    }

    private sealed class OutputLines(Action<string>? onLine)
    {
        private const int Most = 5_000;

        private readonly Lock _gate = new();
        private readonly Queue<string> _lines = new();

        public IReadOnlyList<string> All
        {
            get
            {
                lock (_gate)
                    return [.. _lines];
            }
        }

        public void Add(string? line)
        {
            if (line is null)
                return;

            lock (_gate)
            {
                _lines.Enqueue(line);
                if (_lines.Count > Most)
                    _lines.Dequeue();
                onLine?.Invoke(line);
            }
        }
    }
}
