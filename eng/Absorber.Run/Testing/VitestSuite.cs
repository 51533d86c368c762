using Absorber.Run.Processes;

namespace Absorber.Run.Testing;

/// <summary>The tests of the page's TypeScript, which vitest runs.</summary>
/// <param name="client">The folder of the page.</param>
/// <param name="report">The file that vitest writes its results to.</param>
internal sealed class VitestSuite(string client, string report) : ISuite
{
    public string Name => "browser";

    public async Task RunAsync(TestTotals totals, IProgress<string> progress, CancellationToken cancellation)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(report)!);
        File.Delete(report);
        var run = await new ToolRun("npm", ["test", "--silent", "--", "--reporter=json", $"--outputFile={report}"]) { Folder = client }
            .RunAsync(cancellation);

        if (!File.Exists(report))
        {
            totals.Fail("browser: the runner", run.Reason());
            return;
        }

        VitestReport.Count(await File.ReadAllTextAsync(report, cancellation), totals);
        if (!run.Succeeded && totals.Failed == 0)
            totals.Fail("browser: the runner", run.Reason());
    }
}
