using System.Security.Cryptography;
using Absorber.Run.Processes;

namespace Absorber.Run.Tools;

/// <summary>Installs a folder's npm packages, unless exactly these are installed already.</summary>
internal static class NpmPackages
{
    private const string Stamp = ".installed-for";

    /// <summary>Returns whether anything had to be installed.</summary>
    public static async Task<bool> InstallAsync(string folder, CancellationToken cancellation)
    {
        var wanted = Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(Path.Combine(folder, "package-lock.json"), cancellation)));
        var stamp = Path.Combine(folder, "node_modules", Stamp);
        if (File.Exists(stamp) && await File.ReadAllTextAsync(stamp, cancellation) == wanted)
            return false;

        // What a package's scripts would do we do ourselves, or do without.
        var installed = await new ToolRun("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]) { Folder = folder }
            .RunAsync(cancellation);
        installed.OrThrow($"npm ci failed in {folder}");
        await File.WriteAllTextAsync(stamp, wanted, cancellation);
        return true;
    }
}
