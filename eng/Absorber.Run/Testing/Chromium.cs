using Absorber.Run.Processes;

namespace Absorber.Run.Testing;

/// <summary>The browser of the end-to-end tests.</summary>
internal static class Chromium
{
    private const string Path = "/usr/bin/chromium";

    /// <summary>Installs it where it is missing and we may. Returns what is there, in words.</summary>
    /// <exception cref="RunException">It is missing and somebody else has to install it.</exception>
    public static async Task<string?> InstallAsync(IProgress<string> progress, CancellationToken cancellation)
    {
        if (File.Exists(Path))
            return Path;

        if (!OperatingSystem.IsLinux() || !File.Exists("/usr/bin/apt-get") || !Environment.IsPrivilegedProcess)
            throw new RunException($"The end-to-end tests need Chromium at {Path}: install it (on Debian: apt-get install chromium), or run the other parts: ./test unit integration browser.");

        progress.Report("apt-get install chromium");
        var quietly = new Dictionary<string, string>(StringComparer.Ordinal) { ["DEBIAN_FRONTEND"] = "noninteractive" };
        (await new ToolRun("apt-get", ["update", "-qq"]) { Environment = quietly }.RunAsync(cancellation)).OrThrow("apt-get update failed");
        (await new ToolRun("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]) { Environment = quietly }.RunAsync(cancellation))
            .OrThrow("Chromium could not be installed");
        return Path;
    }
}
