using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Absorber.EmbeddedPostgres.Cluster;

/// <summary>The server's main process, as <c>postmaster.pid</c> in its data folder names it.</summary>
internal static class Postmaster
{
    /// <summary>The process that serves the data folder now; null where none does.</summary>
    public static int? FindRunning(ServerFolder folder) => ReadPid(folder) is { } pid && Serves(pid, folder) ? pid : null;

    /// <summary>
    /// Removes a <c>postmaster.pid</c> whose number now belongs to a process that is no server of this folder: PostgreSQL itself
    /// would take that process for a running server. One whose process is gone it removes by itself.
    /// </summary>
    public static void ForgetStranger(ServerFolder folder)
    {
        if (ReadPid(folder) is { } pid && Exists(pid) && !Serves(pid, folder))
            File.Delete(PidFile(folder));
    }

    private static string PidFile(ServerFolder folder) => Path.Combine(folder.Data, "postmaster.pid");

    private static int? ReadPid(ServerFolder folder)
    {
        try
        {
            return int.TryParse(File.ReadLines(PidFile(folder)).FirstOrDefault(), NumberStyles.None, CultureInfo.InvariantCulture, out var pid) ? pid : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static bool Exists(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
        catch (Win32Exception)
        {
            return true;
        }
    }

    private static bool Serves(int pid, ServerFolder folder)
    {
        if (!Exists(pid))
            return false;

        // A server works in its data folder. Where the system does not show that, the program's name has to do.
        if (OperatingSystem.IsLinux())
            return new DirectoryInfo($"/proc/{pid.ToString(CultureInfo.InvariantCulture)}/cwd").LinkTarget is { } cwd && IsSame(cwd, folder.Data);

        using var process = Process.GetProcessById(pid);
        return process.ProcessName.Contains("postgres", StringComparison.OrdinalIgnoreCase);
    }

    // The system shows the real path, which differs from ours where a folder above is a link.
    private static bool IsSame(string cwd, string data) => cwd == data || PidText(cwd) is { } text && text == PidText(data);

    private static string? PidText(string data)
    {
        var file = Path.Combine(data, "postmaster.pid");
        return File.Exists(file) ? File.ReadAllText(file) : null;
    }
}
