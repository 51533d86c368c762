using System.Globalization;
using Absorber.Run.Processes;

namespace Absorber.Run.Tools;

/// <summary>Looks whether the tools that we need are there.</summary>
internal static class ToolCheck
{
    private const int LeastNode = 20;

    /// <summary>Returns what was found, in words.</summary>
    /// <exception cref="RunException">A tool is missing or too old.</exception>
    public static async Task<string> RunAsync(CancellationToken cancellation)
    {
        var sdk = await VersionAsync("dotnet", cancellation)
            ?? throw new RunException("The .NET 10 SDK is missing: install it from https://dotnet.microsoft.com/download.");
        var node = await VersionAsync("node", cancellation)
            ?? throw new RunException($"Node.js is missing: install version {LeastNode} or later from https://nodejs.org.");
        if (!int.TryParse(node.TrimStart('v').Split('.')[0], CultureInfo.InvariantCulture, out var major) || major < LeastNode)
            throw new RunException($"Node.js {node} is too old: install version {LeastNode} or later from https://nodejs.org.");

        var npm = await VersionAsync("npm", cancellation)
            ?? throw new RunException("npm is missing: it comes with Node.js, from https://nodejs.org.");
        return $".NET SDK {sdk}, Node {node.TrimStart('v')}, npm {npm}";
    }

    private static async Task<string?> VersionAsync(string tool, CancellationToken cancellation)
    {
        var result = await new ToolRun(tool, ["--version"]).RunAsync(cancellation);
        return result.Succeeded ? result.Lines.LastOrDefault(line => line.Length > 0)?.Trim() : null;
    }
}
