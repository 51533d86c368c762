using Absorber.ConsoleClient.Views;
using Absorber.Contracts;
using AngleSharp.Dom;

namespace Absorber.UnitTests.ConsoleClient;

public sealed class FleetFragmentTests
{
    [Fact]
    public async Task Fleet_SeveralAbsorbers_KeepsTheirOrder()
    {
        var fleet = await RenderAsync(
            Make.Absorber(5, "failed") with { Health = Health.Failed, State = AbsorberState.Failed },
            Make.Absorber(3, "behind").FallingBehind(),
            Make.Absorber(2, "fine"),
            Make.Absorber(1, "stopped").Stopped());

        Assert.Equal(
            ["sales.failed", "sales.behind", "sales.fine", "sales.stopped"],
            fleet.QuerySelectorAll("tbody .name a").Select(a => a.Words()));
    }

    [Fact]
    public async Task Fleet_FallingBehind_SaysThatItNeverDrainsAndHowFastItGrows()
    {
        var row = Row(await RenderAsync(Make.Absorber().FallingBehind()));

        Assert.Equal("Falling behind", row.QuerySelector(".state").Words());
        Assert.Equal("never drains at these rates; grows by 2,900 rows/s", row.QuerySelector(".outlook").Words());
        Assert.Contains("tone-bad", row.ClassList);
    }

    [Fact]
    public async Task Fleet_BacklogThatShrinks_SaysWhenItIsDrained()
    {
        var row = Row(await RenderAsync(Make.Absorber() with { Health = Health.CatchingUp, DrainsIn = TimeSpan.FromSeconds(18) }));

        Assert.Equal("drains in 18 s", row.QuerySelector(".outlook").Words());
    }

    [Fact]
    public async Task Fleet_StoppedByAnOperator_SaysSinceWhen()
    {
        var row = Row(await RenderAsync(Make.Absorber().Stopped() with { InPerSecond = 0 }));

        Assert.Equal("stopped by an operator, 3 h ago", row.QuerySelector(".outlook").Words());
        Assert.Equal("/absorbers/1/start", row.QuerySelector(".act a")?.GetAttribute("href"));
    }

    [Fact]
    public async Task Fleet_AgentOffline_TellsOfWhenTheFiguresAreAndOffersNoButtonThatCannotWork()
    {
        var row = Row(await RenderAsync(Make.Absorber().Offline()));

        Assert.Equal("figures are of 01:42:10 UTC, 12 s ago", row.QuerySelector(".outlook").Words());
        Assert.True(row.QuerySelector(".act button")?.HasAttribute("disabled"));
        Assert.Equal("Agent agent-db07 is offline, so it can't be told to stop.", row.QuerySelector(".act button")?.GetAttribute("title"));
    }

    [Fact]
    public async Task Fleet_BeforeTheFirstSample_ShowsDashesAndNoZeros()
    {
        var row = Row(await RenderAsync(Make.Absorber().WithoutSample()));

        Assert.Equal(["–", "–", "–", "–"], row.QuerySelectorAll("[data-label=Lag], [data-label=Depth], [data-label='In /s'], [data-label='Out /s']").Select(cell => cell.Words()));
        Assert.Equal("waits for its first sample", row.QuerySelector(".outlook").Words());
    }

    [Fact]
    public async Task Fleet_BufferThatACrashEmpties_ShowsRowsAtRisk()
    {
        var fleet = await RenderAsync(Make.Absorber() with { RowsAtRisk = 410 }, Make.Absorber(2));

        Assert.Equal("410 at risk", fleet.QuerySelector("#absorber-1 .risk").Words());
        Assert.Null(fleet.QuerySelector("#absorber-2 .risk"));
        Assert.Contains("410 lost if a server crashes now", fleet.QuerySelector(".kpis").Words(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Fleet_RecentErrors_LinksToThem()
    {
        var row = Row(await RenderAsync(Make.Absorber() with { RecentErrors = 2, LastError = "deadlock" }));

        Assert.Equal("/absorbers/1?tab=errors", row.QuerySelector(".errors")?.GetAttribute("href"));
        Assert.Equal("2", row.QuerySelector(".errors").Words());
    }

    [Fact]
    public async Task Fleet_LagOnlyKnownFromBelow_SaysAtLeast()
    {
        var row = Row(await RenderAsync(Make.Absorber() with { LagIsLowerBound = true, LagSeconds = 30 }));

        Assert.Equal("≥ 30 s", row.QuerySelector(".lag").Words());
    }

    [Fact]
    public async Task Fleet_GapInTheTrend_IsAGapInTheLine()
    {
        var row = Row(await RenderAsync(Make.Absorber() with { LagTrend = [1, 1, null, null, 1, 1] }));

        Assert.Equal(2, row.QuerySelector(".spark path")!.GetAttribute("d")!.Count(c => c == 'M'));
    }

    [Fact]
    public async Task Fleet_NoAgent_TeachesHowToStartOne()
    {
        var fleet = await Pages.FragmentAsync(new FakeConsole { Current = Make.Fleet() }, "fleet");

        Assert.Equal("No agent has connected yet", fleet.QuerySelector("h1").Words());
        Assert.Contains("absorber run", fleet.QuerySelector("code").Words(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Fleet_AgentWithoutAbsorbers_TeachesHowToCreateOne()
    {
        var fleet = await Pages.FragmentAsync(new FakeConsole { Current = Make.Fleet() with { Agents = [Make.Agent()] } }, "fleet");

        Assert.Equal("No absorbers yet", fleet.QuerySelector("h1").Words());
        Assert.Contains("absorber create", fleet.Words(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Fleet_HistoryNotStored_SaysSoFirst()
    {
        var fleet = await Pages.FragmentAsync(new FakeConsole { Current = Make.Fleet(Make.Absorber()) with { HistoryProblem = "The store's disk is full." } }, "fleet");

        Assert.Equal("History is not being stored. The store's disk is full.", fleet.FirstElementChild.Words());
    }

    [Fact]
    public async Task Header_AllIsWell_IsCalm()
    {
        var header = await Pages.FragmentAsync(new FakeConsole(), "header");

        Assert.Equal("1 agent", header.Words());
        Assert.Null(header.QuerySelector(".tone-bad"));
    }

    [Fact]
    public async Task Header_Trouble_CountsWhatNeedsSomebody()
    {
        var header = await Pages.FragmentAsync(
            new FakeConsole { Current = Make.Fleet(Make.Absorber().FallingBehind(), Make.Absorber(2).Offline(), Make.Absorber(3).Stopped()) with { Agents = [Make.Agent(online: false)] } },
            "header");

        Assert.Equal(["2 need attention", "1 agent offline"], header.QuerySelectorAll(".pill").Select(pill => pill.Words()));
    }

    [Fact]
    public async Task Agents_OneOffline_ListsItFirst()
    {
        var agents = await Pages.FragmentAsync(
            new FakeConsole { Current = Make.Fleet(Make.Absorber()) with { Agents = [Make.Agent(), Make.Agent(online: false) with { Name = "agent-x", Seen = Make.Now.AddSeconds(-12), DroppedSamples = 1_204 }] } },
            "agents");

        var first = agents.QuerySelector("tbody tr");
        Assert.Equal("agent-x db07 Offline 12 s ago PostgreSQL 18.4 0.1.0 1 1,204", first.Words());
    }

    private static Task<IElement> RenderAsync(params AbsorberView[] absorbers) => Pages.FragmentAsync(new FakeConsole { Current = Make.Fleet(absorbers) }, "fleet");

    private static IElement Row(IElement fleet) => Assert.Single(fleet.QuerySelectorAll("tbody tr"));
}
