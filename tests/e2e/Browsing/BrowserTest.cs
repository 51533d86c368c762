using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>A test that looks at pages. Each of its pages is watched; a failed test leaves a picture and the processes' words in <c>artifacts/e2e</c>.</summary>
public abstract class BrowserTest(TestBed bed) : IAsyncLifetime
{
    private readonly List<(IBrowserContext Context, PageWatch Watch)> _contexts = [];

    private protected TestBed Bed => bed;

    /// <summary>The stage of this test.</summary>
    private protected Stage Stage { get; private set; } = null!;

    private static ITestContext Test => TestContext.Current;

    public async ValueTask InitializeAsync() => Stage = await EnterAsync();

    public async ValueTask DisposeAsync()
    {
        if (Test.TestState?.Result == TestResult.Failed)
            await LeaveTracesAsync();

        foreach (var (context, _) in _contexts)
            await context.CloseAsync();
        var complaints = _contexts.SelectMany(opened => opened.Watch.Complaints).Distinct(StringComparer.Ordinal).ToList();
        Assert.True(complaints.Count == 0, string.Join(Environment.NewLine, complaints));
        GC.SuppressFinalize(this);
    }

    /// <summary>The stage that this test plays on; by default the one where a load runs, which tests only look at.</summary>
    private protected virtual Task<Stage> EnterAsync() => bed.BusyStageAsync();

    /// <summary>Opens a page in a browser of its own, as a person who comes for the first time.</summary>
    private protected async Task<IPage> OpenAsync(string path, BrowserNewContextOptions? options = null)
    {
        options ??= new BrowserNewContextOptions();
        options.BaseURL = Stage.Address;
        options.ViewportSize ??= Screens.Desktop;
        var context = await bed.Chromium.NewContextAsync(options);
        _contexts.Add((context, await PageWatch.OverAsync(context, Stage.Address)));
        var page = await context.NewPageAsync();
        await page.GotoAsync(path);
        return page;
    }

    /// <summary>Opens a page and waits until its live connection stands.</summary>
    private protected async Task<IPage> OpenLiveAsync(string path, BrowserNewContextOptions? options = null)
    {
        var page = await OpenAsync(path, options);
        await Assertions.Expect(page.LiveStatus()).ToContainTextAsync("live");
        return page;
    }

    /// <summary>Lets complaints with these words pass, because the test brings them about.</summary>
    private protected void Excuse(params string[] words) => _contexts.ForEach(opened => opened.Watch.Excuse(words));

    private protected static void Report(string line) => Test.TestOutputHelper?.WriteLine(line);

    private async Task LeaveTracesAsync()
    {
        var name = string.Concat((Test.TestCase?.TestCaseDisplayName ?? "test").Select(c => char.IsLetterOrDigit(c) || c is '_' or '.' ? c : '-'));
        var folder = Directory.CreateDirectory(Path.Combine(Programs.Traces, name[^Math.Min(120, name.Length)..])).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "processes.txt"), Stage.Outputs());
        var pages = _contexts.SelectMany(opened => opened.Context.Pages).ToList();
        for (var i = 0; i < pages.Count; i++)
        {
            try
            {
                await pages[i].ScreenshotAsync(new PageScreenshotOptions { Path = Path.Combine(folder, $"page-{i}.png"), FullPage = true });
                await File.WriteAllTextAsync(Path.Combine(folder, $"page-{i}.html"), await pages[i].ContentAsync());
            }
            catch (Exception error) when (error is PlaywrightException or TimeoutException)
            {
                Report($"No picture of {pages[i].Url}: {error.Message}");
            }
        }
    }
}
