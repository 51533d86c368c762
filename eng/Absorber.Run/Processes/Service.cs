using System.Diagnostics;

namespace Absorber.Run.Processes;

/// <summary>A process of ours that runs until it is told to stop. What it says goes to a log file.</summary>
internal sealed class Service : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly ServiceLog _log;
    private readonly ProcessRegister _register;
    private readonly EmbeddedPostgres.Launching.Watchdog _watchdog;

    private Service(string name, Process process, ServiceLog log, ProcessRegister register)
    {
        Name = name;
        _process = process;
        _log = log;
        _register = register;
        _watchdog = EmbeddedPostgres.Launching.Watchdog.Over(process.Id, EmbeddedPostgres.Launching.WatchdogSignal.Terminate);
    }

    /// <summary>The name as people read it, such as <c>console</c>.</summary>
    public string Name { get; }

    public bool HasExited => _process.HasExited;

    public int ExitCode => _process.ExitCode;

    /// <summary>Starts a built program.</summary>
    /// <param name="name">Its name for people, and of its log file.</param>
    /// <param name="program">The path of its <c>.dll</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="environment">Environment variables that it gets besides ours.</param>
    /// <param name="folder">Where it works and where its log goes.</param>
    /// <param name="register">Where to note it, for a start after we were killed.</param>
    public static Service Start(
        string name,
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string> environment,
        string folder,
        ProcessRegister register)
    {
        var log = new ServiceLog(Path.Combine(folder, $"{name}.log"));
        var process = new Process { StartInfo = StartInfo.Create("dotnet", [program, .. arguments], folder, environment) };
        process.OutputDataReceived += (_, e) => log.Add(e.Data);
        process.ErrorDataReceived += (_, e) => log.Add(e.Data);
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        register.Add(process);
        return new Service(name, process, log, register);
    }

    public Task WaitForExitAsync(CancellationToken cancellation) => _process.WaitForExitAsync(cancellation);

    /// <summary>That it ended, and its last words, in one line.</summary>
    public RunException Ended() => new($"The {Name} ended with exit code {_process.ExitCode}: {_log.LastWords()} (log: {_log.Path})");

    /// <summary>Asks it to stop, and kills it when it does not in time.</summary>
    public async Task StopAsync()
    {
        _watchdog.Dispose();
        await Termination.EndAsync(_process, Patience);
        _register.Remove(_process.Id);
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _process.Dispose();
        _log.Dispose();
    }
}
