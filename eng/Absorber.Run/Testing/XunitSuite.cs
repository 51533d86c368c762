using Absorber.Run.Processes;

namespace Absorber.Run.Testing;

/// <summary>A test project of xunit.v3, which is a program that tells of every test in a line of JSON.</summary>
/// <param name="name">The name by which it is asked for.</param>
/// <param name="program">The path of its <c>.dll</c>.</param>
/// <param name="folder">Where it works.</param>
internal sealed class XunitSuite(string name, string program, string folder) : ISuite
{
    public string Name => name;

    public async Task RunAsync(TestTotals totals, IProgress<string> progress, CancellationToken cancellation)
    {
        var messages = new XunitMessages(name, totals, progress);
        var run = await new ToolRun("dotnet", [program, "-reporter", "json", "-noColor", "-noLogo", "-noAutoReporters"])
        {
            Folder = folder,
            OnLine = messages.Take,
        }.RunAsync(cancellation);

        if (!messages.HasFinished)
            totals.Fail($"{name}: the runner", $"ended with exit code {run.ExitCode} before all tests had run{messages.WhatRan()}: {messages.LastWords}");
        else if (!run.Succeeded && totals.Failed == 0)
            totals.Fail($"{name}: the runner", $"ended with exit code {run.ExitCode} though no test failed: {messages.LastWords}");
    }
}
