using System.Net;
using Absorber.ConsoleClient.Views;
using Absorber.Contracts;
using AngleSharp.Dom;

namespace Absorber.UnitTests.ConsoleClient;

public sealed class PagesTests : IAsyncLifetime
{
    private readonly FakeConsole _console = new();
    private ServedPages _pages = null!;

    public async ValueTask InitializeAsync() => _pages = await ServedPages.StartAsync(_console);

    public ValueTask DisposeAsync() => _pages.DisposeAsync();

    [Theory]
    [InlineData("/", "fleet")]
    [InlineData("/", "header")]
    [InlineData("/agents", "agents")]
    [InlineData("/absorbers/1", "absorber-1")]
    [InlineData("/absorbers/1", "aside-1")]
    [InlineData("/absorbers/1?tab=batches", "batches-1")]
    [InlineData("/absorbers/1?tab=errors", "errors-1")]
    [InlineData("/absorbers/1?tab=actions", "actions-1")]
    [InlineData("/absorbers/1?view=table&range=1h", "points-1-1h")]
    public async Task Page_ServedByHttp_HoldsTheSameMarkupAsThePushedFragment(string address, string fragment)
    {
        var (status, page) = await _pages.GetAsync(address);

        var slot = page.QuerySelector($"[data-fragment='{fragment}']");
        Assert.Equal(HttpStatusCode.OK, status);
        Assert.Equal(Pages.Parse(await Pages.FragmentHtmlAsync(_console, fragment)).InnerHtml.Trim(), slot?.InnerHtml.Trim());
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/agents")]
    [InlineData("/absorbers/1")]
    [InlineData("/absorbers/1?tab=settings")]
    [InlineData("/absorbers/1/stop")]
    public async Task Page_Any_CarriesNoStyleOrScriptOfItsOwn(string address)
    {
        var (_, page) = await _pages.GetAsync(address);

        Assert.Empty(page.Owner!.QuerySelectorAll("[style], style, script:not([src]), [onclick], [onsubmit]"));
    }

    [Fact]
    public async Task Page_FilterInTheAddress_HidesTheOthersWithoutScript()
    {
        _console.Current = Make.Fleet(Make.Absorber(1, "orders"), Make.Absorber(2, "lines").FallingBehind());

        var (_, page) = await _pages.GetAsync("/?q=falling+LINES");

        Assert.Equal("sales.lines", Assert.Single(page.QuerySelectorAll("tbody tr:not([hidden]) .name a")).Words());
        Assert.Equal("1 of 2", page.QuerySelector("[data-count]").Words());
        Assert.Equal("falling LINES", page.QuerySelector("#filter")?.GetAttribute("value"));
    }

    [Theory]
    [InlineData("/absorbers/99")]
    [InlineData("/absorbers/99/stop")]
    public async Task Page_NoSuchAbsorber_IsNotFoundAndSaysSo(string address)
    {
        var (status, page) = await _pages.GetAsync(address);

        Assert.Equal(HttpStatusCode.NotFound, status);
        Assert.Contains("/absorbers/99", page.QuerySelector("main code").Words(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Charts_EachOfThem_HasItsNumbersAsATable()
    {
        var (_, page) = await _pages.GetAsync("/absorbers/1");

        var panels = page.QuerySelectorAll("[data-panel]");
        Assert.Equal(["rate", "lag", "depth", "batch"], panels.Select(p => p.GetAttribute("data-panel")));
        Assert.All(panels, panel => Assert.Equal(2, panel.QuerySelectorAll("[data-twin] tr").Length));
    }

    [Fact]
    public async Task Stop_Asked_SaysWhatWillHappen()
    {
        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        var changes = page.QuerySelectorAll(".changes tbody tr").Select(row => row.Words());
        Assert.Contains("Depth 410 rows grows by about 18,900 rows/s, 1,134,000 a minute", changes);
        Assert.Equal("Stop sales.orders", page.QuerySelector("form[method=post] button").Words());
    }

    [Fact]
    public async Task Stop_Confirmed_StopsAndReportsOnTheAbsorbersPage()
    {
        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        var (status, location, _) = await _pages.SubmitAsync("/absorbers/1/stop", page);

        Assert.Equal(["stop 1"], _console.Commands);
        Assert.Equal(HttpStatusCode.Redirect, status);
        Assert.EndsWith("/absorbers/1?done=stop", location, StringComparison.Ordinal);

        _console.Actions.Add(new ActionView(Make.Now, "operator", "Stopped", true, "410 rows stay in the buffer."));
        var (_, after) = await _pages.GetAsync(location!);
        Assert.Equal("Stopped 01:42:22 UTC: 410 rows stay in the buffer.", after.QuerySelector(".notice").Words());
    }

    [Fact]
    public async Task Stop_Failed_SaysWhyAndCanBeTriedAgain()
    {
        _console.Outcome = new CommandOutcome(false, AbsorberState.Running, "Agent agent-db07 did not answer within 30 s.");
        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        var (_, _, after) = await _pages.SubmitAsync("/absorbers/1/stop", page);

        Assert.Equal("Not stopped. Agent agent-db07 did not answer within 30 s.", after.QuerySelector("[role=alert]").Words());
        Assert.NotNull(after.QuerySelector("form[method=post] button:not([disabled])"));
    }

    [Fact]
    public async Task Stop_WithoutToken_DoesNothing()
    {
        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        var (status, _, _) = await _pages.SubmitAsync("/absorbers/1/stop", page, withToken: false);

        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.Empty(_console.Commands);
    }

    [Fact]
    public async Task Stop_AgentOffline_IsRefusedWithItsReason()
    {
        _console.Current = Make.Fleet(Make.Absorber().Offline());

        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        var button = page.QuerySelector("form[method=post] button");
        Assert.True(button?.HasAttribute("disabled"));
        Assert.Equal("Agent agent-db07 is offline, so it can't be told to stop.", page.QuerySelector("#why").Words());
    }

    [Fact]
    public async Task Stop_StoppedAlready_SaysThatThereIsNothingToDo()
    {
        _console.Current = Make.Fleet(Make.Absorber().Stopped());

        var (_, page) = await _pages.GetAsync("/absorbers/1/stop");

        Assert.Contains("sales.orders is stopped already", page.QuerySelector(".notice").Words(), StringComparison.Ordinal);
        Assert.Null(page.QuerySelector("form[method=post]"));
    }

    [Fact]
    public async Task Start_Confirmed_Starts()
    {
        _console.Current = Make.Fleet(Make.Absorber().Stopped());
        var (_, page) = await _pages.GetAsync("/absorbers/1/start");

        await _pages.SubmitAsync("/absorbers/1/start", page);

        Assert.Equal(["start 1"], _console.Commands);
    }
}
