using System.Diagnostics;
using System.Globalization;
using Absorber.EmbeddedPostgres.Launching;

namespace Absorber.EndToEndTests.Staging;

/// <summary>A process that runs until it is told to stop, or until we end.</summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly ProcessOutput _output;
    private readonly Watchdog _watchdog;

    private ServiceProcess(Process process, ProcessOutput output)
    {
        _process = process;
        _output = output;
        _watchdog = Watchdog.Over(process.Id, WatchdogSignal.Terminate);
    }

    public bool HasExited => _process.HasExited;

    /// <summary>What it has written, for a failure's message.</summary>
    public string Output => _output.Text;

    public static ServiceProcess Start(string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment)
    {
        var start = new ProcessStartInfo("dotnet", [program, .. arguments])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(),
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;

        var output = new ProcessOutput();
        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, e) => output.Add(e.Data);
        process.ErrorDataReceived += (_, e) => output.Add(e.Data);
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return new ServiceProcess(process, output);
    }

    /// <summary>Runs a program to its end.</summary>
    /// <exception cref="InvalidOperationException">It ended with another exit code than 0.</exception>
    public static async Task RunAsync(string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment)
    {
        await using var process = Start(program, arguments, environment);
        await process._process.WaitForExitAsync().WaitAsync(Patience);
        if (process._process.ExitCode != 0)
            throw new InvalidOperationException($"{Path.GetFileName(program)} {string.Join(' ', arguments)} ended with exit code {process._process.ExitCode}:{Environment.NewLine}{process.Output}");
    }

    /// <summary>Ends it as <c>kill -9</c> does: without a chance to say goodbye.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync().WaitAsync(Patience);
    }

    /// <summary>Makes it hang: it keeps its connections and answers nothing.</summary>
    public Task FreezeAsync() => SignalAsync("STOP");

    /// <summary>Lets it go on.</summary>
    public Task ThawAsync() => SignalAsync("CONT");

    /// <summary>Asks it to stop, as Ctrl-C does; kills it when it does not.</summary>
    public async Task StopAsync()
    {
        if (_process.HasExited)
            return;

        await SignalAsync("TERM");
        try
        {
            await _process.WaitForExitAsync().WaitAsync(Patience);
        }
        catch (TimeoutException)
        {
            await KillAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        _watchdog.Dispose();
        await StopAsync();
        _process.Dispose();
    }

    private async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", _process.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync();
    }
}
