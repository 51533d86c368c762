using Absorber.EmbeddedPostgres;
using Absorber.Run.Processes;
using Absorber.Run.Steps;
using Absorber.Run.Tools;
using Spectre.Console;

namespace Absorber.Run.Testing;

/// <summary>One run of the tests.</summary>
internal sealed class TestRun(IReadOnlyList<string> wanted, IAnsiConsole console, TimeProvider clock)
{
    // A suite that takes this long hangs.
    private static readonly TimeSpan MostPerSuite = TimeSpan.FromMinutes(12);

    private readonly ProjectLayout _layout = new(ProjectFolder.Find());
    private readonly StepPrinter _steps = new(console, clock);
    private readonly TestTotals _all = new();

    private bool IsWhole => wanted.Count == 0;

    /// <summary>Returns the exit code: 1 on any failure.</summary>
    public async Task<int> RunAsync(CancellationToken stop)
    {
        var parts = TestParts.Names.Where(name => IsWhole || wanted.Contains(name, StringComparer.Ordinal)).ToList();
        if (await PrepareAsync(parts, stop))
        {
            foreach (var part in parts)
                await RunAsync(TestParts.Create(part, _layout), stop);
            if (IsWhole)
                await CheckFormatAsync(stop);
        }

        return Report();
    }

    /// <summary>Installs and builds. False where tests make no sense after it.</summary>
    private async Task<bool> PrepareAsync(List<string> parts, CancellationToken stop)
    {
        var builder = new Builder(_layout);
        return await TryAsync("tools", async _ => await ToolCheck.RunAsync(stop))
            && await TryAsync("npm packages", _ => builder.InstallPackagesAsync(stop))
            && (!parts.Contains(TestParts.EndToEnd, StringComparer.Ordinal) || await TryAsync("chromium", progress => Chromium.InstallAsync(progress, stop)))
            && await TryAsync("the page's types", _ => builder.CheckTypesAsync(stop))
            && await TryAsync("the page's assets", _ => builder.BuildAssetsAsync(stop))
            && await TryAsync("build", async _ =>
            {
                var built = await builder.BuildAsync("ShockAbsorber.slnx", stop);
                foreach (var line in built.Lines.Where(line => !built.Succeeded && line.Contains("error", StringComparison.Ordinal)).Distinct(StringComparer.Ordinal))
                    _steps.Say($"  {line.Trim()}");
                built.OrThrow("The solution does not build");
                return null;
            });
    }

    private async Task<bool> TryAsync(string title, Func<IProgress<string>, Task<string?>> work)
    {
        try
        {
            await _steps.RunAsync(title, work);
            return true;
        }
        catch (RunException e)
        {
            _all.Fail(title, e.Message);
            return false;
        }
    }

    private async Task RunAsync(ISuite suite, CancellationToken stop)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(stop);
        timeout.CancelAfter(MostPerSuite);
        var totals = new TestTotals();
        try
        {
            await _steps.JudgeAsync(suite.Name, async status =>
            {
                await suite.RunAsync(totals, new SuitePrinter(suite.Name, totals, _steps, status, clock), timeout.Token);
                return new StepOutcome(totals.Failed == 0, totals.ToString());
            });
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            totals.Fail($"{suite.Name}: the runner", $"was ended after {MostPerSuite.TotalMinutes:F0} min.");
        }

        _all.Add(totals);
    }

    private Task<bool> CheckFormatAsync(CancellationToken stop) => TryAsync("format", async _ =>
    {
        var result = await new ToolRun("dotnet", ["format", "ShockAbsorber.slnx", "--verify-no-changes", "--no-restore"]) { Folder = _layout.Root }
            .RunAsync(stop);
        result.OrThrow("Code is not formatted: run dotnet format");
        return null;
    });

    private int Report()
    {
        _steps.Say("");
        foreach (var failure in _all.Failures)
            _steps.Say($"FAILED  {failure.Name}{Environment.NewLine}        {failure.Why.ReplaceLineEndings($"{Environment.NewLine}        ")}");
        foreach (var skips in _all.Skips.GroupBy(skip => skip.Why, StringComparer.Ordinal))
        {
            _steps.Say($"SKIPPED {skips.Count()}: {skips.Key}");
            foreach (var skip in skips)
                _steps.Say($"        {skip.Name}");
        }

        _steps.Say(_all.ToString());
        return _all.Failed == 0 ? 0 : 1;
    }
}
