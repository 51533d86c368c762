using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Absorber.EmbeddedPostgres.Launching;

/// <summary>
/// A shell that waits for the end of a pipe that we hold open, and then tells another process to stop: so that process goes
/// down with us even when we are killed. Where there is no shell, the next start has to clean up.
/// </summary>
public sealed class Watchdog : IDisposable
{
    private Process? _shell;

    private Watchdog(Process? shell) => _shell = shell;

    /// <param name="process">The process to stop.</param>
    /// <param name="signal">How to tell it.</param>
    public static Watchdog Over(int process, WatchdogSignal signal)
    {
        if (OperatingSystem.IsWindows())
            return new Watchdog(null);

        var pid = process.ToString(CultureInfo.InvariantCulture);
        var name = signal is WatchdogSignal.Interrupt ? "INT" : "TERM";
        var start = new ProcessStartInfo("/bin/sh", ["-c", $"trap '' INT TERM HUP; read _; kill -{name} {pid}"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
        };

        try
        {
            return new Watchdog(Process.Start(start));
        }
        catch (Win32Exception)
        {
            return new Watchdog(null);
        }
    }

    /// <summary>Calls the watch off. To be done before the process ends, for its number may be used again.</summary>
    public void Dispose()
    {
        _shell?.Kill();
        _shell?.Dispose();
        _shell = null;
    }
}

/// <summary>How a watchdog tells a process to stop.</summary>
public enum WatchdogSignal
{
    Interrupt,
    Terminate,
}
