using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Absorber.Run.Processes;

/// <summary>Ends processes: first by asking.</summary>
internal static class Termination
{
    private const int Terminate = 15;

    /// <summary>Asks a process to stop and waits; kills it and what it started when the patience is at its end.</summary>
    public static async Task EndAsync(Process process, TimeSpan patience)
    {
        if (process.HasExited)
            return;

        if (!OperatingSystem.IsWindows())
        {
            _ = SendSignal(process.Id, Terminate);
            using var timeout = new CancellationTokenSource(patience);
            try
            {
                await process.WaitForExitAsync(timeout.Token);
                return;
            }
            catch (OperationCanceledException)
            {
                // It had its time.
            }
        }

        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            return;
        }

        await process.WaitForExitAsync(CancellationToken.None);
    }

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendSignal(int process, int signal);
}
