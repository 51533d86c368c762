using System.Text.RegularExpressions;
using Absorber.EmbeddedPostgres;
using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Screenshots;

/// <summary>
/// The pictures of the documentation, of a real load. With <c>UPDATE_SCREENSHOTS=1</c> they are made with five minutes of history
/// and written to <c>docs/screenshots</c>; otherwise quickly, and to <c>artifacts/e2e/screenshots</c>.
/// </summary>
public sealed partial class ScreenshotTests(TestBed bed) : BrowserTest(bed)
{
    private static readonly bool ForTheDocumentation = Environment.GetEnvironmentVariable("UPDATE_SCREENSHOTS") == "1";

    private static readonly string Folder = ForTheDocumentation
        ? Path.Combine(ProjectFolder.Find(), "docs", "screenshots")
        : Path.Combine(Programs.Traces, "screenshots");

    [Fact]
    public async Task Pages_BurstUnderWay_AreWorthShowing()
    {
        Stage.StartLoad(calm: 1_500, burst: 60_000, calmFor: "21s", burstFor: "9s");
        await UntilThereIsHistoryAsync();
        var absorber = $"/absorbers/{await Stage.NumberOfAsync(Demo.OrderLines)}?range=5m";
        var pictures = new[]
        {
            await OpenAsync("fleet-light", "/", Desk(620, ColorScheme.Light)),
            await OpenAsync("fleet-dark", "/", Desk(620, ColorScheme.Dark)),
            await OpenAsync("absorber-light", absorber, Desk(1_030, ColorScheme.Light)),
            await OpenAsync("absorber-dark", absorber, Desk(1_030, ColorScheme.Dark)),
            await OpenAsync("fleet-phone", "/", Phone()),
            await OpenAsync("absorber-phone", absorber, Phone()),
        };

        var (_, fleet) = pictures[0];
        await Expect(fleet.RowOf(Demo.OrderLines).Cell(FleetColumn.Depth)).ToHaveTextAsync(TensOfThousands(), new() { Timeout = 90_000 });

        Directory.CreateDirectory(Folder);
        foreach (var (name, page) in pictures)
            await page.ScreenshotAsync(new PageScreenshotOptions { Path = Path.Combine(Folder, $"{name}.png") });
        await Stage.StopLoadAsync();
    }

    private protected override async Task<Stage> EnterAsync()
    {
        var stage = await Bed.OpenStageAsync(targets: "shop");
        await stage.CreateDemoAbsorbersAsync();
        await stage.StartAgentAsync();
        await stage.UntilReportedAsync(Demo.Targets);
        return stage;
    }

    private static BrowserNewContextOptions Desk(int height, ColorScheme theme) => new() { ViewportSize = new() { Width = 1440, Height = height }, ColorScheme = theme };

    private static BrowserNewContextOptions Phone() => new() { ViewportSize = Screens.Phone, DeviceScaleFactor = 2, ColorScheme = ColorScheme.Light };

    private async Task<(string Name, IPage Page)> OpenAsync(string name, string path, BrowserNewContextOptions options) => (name, await OpenLiveAsync(path, options));

    private Task UntilThereIsHistoryAsync()
    {
        var wanted = ForTheDocumentation ? TimeSpan.FromMinutes(5) : TimeSpan.FromSeconds(5);
        return Eventually.IsSoAsync(
            async () => await Stage.Store.QueryAsync<TimeSpan>("SELECT max(at) - min(at) FROM console.samples") >= wanted,
            $"there are {wanted} of history",
            patience: wanted + TimeSpan.FromMinutes(1));
    }

    [GeneratedRegex(@"^\s*\d{2,3},\d{3}", RegexOptions.None, 1000)]
    private static partial Regex TensOfThousands();
}
