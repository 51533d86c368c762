using Absorber.Run.Processes;
using Absorber.Run.Steps;

namespace Absorber.Run.Tools;

/// <summary>Builds the page's assets and the programs.</summary>
internal sealed class Builder(ProjectLayout layout)
{
    // Compilers and build nodes that stay behind would outlive us.
    private static readonly Dictionary<string, string> NothingStays = new(StringComparer.Ordinal)
    {
        ["MSBUILDDISABLENODEREUSE"] = "1",
        ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1",
        ["DOTNET_NOLOGO"] = "1",
    };

    /// <summary>The npm packages of the clone and of the page.</summary>
    public async Task<string?> InstallPackagesAsync(CancellationToken cancellation)
    {
        var installed = await Task.WhenAll(
            NpmPackages.InstallAsync(layout.Root, cancellation),
            NpmPackages.InstallAsync(layout.Client, cancellation));
        return Array.Exists(installed, some => some) ? null : "up to date";
    }

    /// <summary>Scripts and styles of the page. They must be there before the console is built.</summary>
    public async Task<string?> BuildAssetsAsync(CancellationToken cancellation)
    {
        var built = await new ToolRun("npm", ["run", "build", "--silent"]) { Folder = layout.Client }.RunAsync(cancellation);
        built.OrThrow("The page's assets could not be built");
        return null;
    }

    /// <summary>Lets the TypeScript compiler look for mistakes; the bundler does not.</summary>
    public async Task<string?> CheckTypesAsync(CancellationToken cancellation)
    {
        var checkedTypes = await new ToolRun("npm", ["run", "check", "--silent"]) { Folder = layout.Client }.RunAsync(cancellation);
        checkedTypes.OrThrow("The page's scripts have type errors");
        return null;
    }

    /// <summary>Builds a solution or a part of it.</summary>
    /// <param name="solution">Its file, relative to the clone's folder.</param>
    /// <param name="cancellation">Kills the build.</param>
    public async Task<ToolResult> BuildAsync(string solution, CancellationToken cancellation) =>
        await new ToolRun(
            "dotnet",
            ["build", solution, "-c", ProjectLayout.BuildConfiguration, "-v", "quiet", "--nologo", "-tl:off", "-p:UseSharedCompilation=false"])
        {
            Folder = layout.Root,
            Environment = NothingStays,
        }.RunAsync(cancellation);
}
