using System.Diagnostics;

namespace Absorber.Run.Processes;

internal static class StartInfo
{
    /// <summary>How to start a program without a window and with its streams in our hands.</summary>
    public static ProcessStartInfo Create(
        string file, IEnumerable<string> arguments, string? folder, IReadOnlyDictionary<string, string> environment)
    {
        // On Windows npm is a script, which only the command interpreter can start.
        var isScript = OperatingSystem.IsWindows() && file is "npm";
        var start = isScript
            ? new ProcessStartInfo("cmd.exe", ["/c", file, .. arguments])
            : new ProcessStartInfo(file, arguments);
        start.UseShellExecute = false;
        start.CreateNoWindow = true;
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        start.WorkingDirectory = folder ?? "";
        foreach (var (name, value) in environment)
            start.Environment[name] = value;

        return start;
    }
}
