using Absorber.ConsoleClient.Views;
using Absorber.Contracts;
using AngleSharp.Dom;

namespace Absorber.UnitTests.ConsoleClient;

public sealed class AbsorberFragmentTests
{
    [Fact]
    public async Task Absorber_Running_ShowsItsFiguresWithUnits()
    {
        var head = await RenderAsync(Make.Absorber().FallingBehind());

        Assert.Equal(["41 s", "198,220 rows", "42,000 /s", "39,100 /s", "never"], head.QuerySelectorAll(".kpi b").Select(b => b.Words()));
        Assert.Contains("figures of 01:42:21 UTC", head.QuerySelector(".kpis").Words(), StringComparison.Ordinal);
        Assert.Equal("/absorbers/1/stop", head.QuerySelector(".control a")?.GetAttribute("href"));
    }

    [Fact]
    public async Task Absorber_AgentOffline_SaysWhenItWasSeenAndWhyNothingCanBeDone()
    {
        var head = await RenderAsync(Make.Absorber().Offline());

        Assert.Contains("Agent agent-db07 was last heard of 12 s ago.", head.QuerySelector(".notice").Words(), StringComparison.Ordinal);
        Assert.Contains("The figures below are of 01:42:10 UTC.", head.QuerySelector(".notice").Words(), StringComparison.Ordinal);
        Assert.Equal("Agent agent-db07 is offline, so it can't be told to stop.", head.QuerySelector("#why-1").Words());
        Assert.Equal("why-1", head.QuerySelector(".control button[disabled]")?.GetAttribute("aria-describedby"));
        Assert.NotNull(head.QuerySelector(".kpis.past"));
    }

    [Fact]
    public async Task Absorber_GaveUp_SaysWhyAndWhatToDo()
    {
        var head = await RenderAsync(Make.Absorber() with { Health = Health.Failed, State = AbsorberState.Failed, Reason = "column \"amount\" is of type numeric." });

        Assert.Contains("The sync loop gave up. column \"amount\" is of type numeric. Rows stay in the buffer.", head.QuerySelector(".notice").Words(), StringComparison.Ordinal);
        Assert.Equal("/absorbers/1/start", head.QuerySelector(".control a")?.GetAttribute("href"));
    }

    [Fact]
    public async Task Absorber_BeforeTheFirstSample_SaysWhenToExpectIt()
    {
        var head = await RenderAsync(Make.Absorber().WithoutSample());

        Assert.Contains("No sample yet.", head.QuerySelector(".notice").Words(), StringComparison.Ordinal);
        Assert.Equal(["–", "–", "–", "–", "–"], head.QuerySelectorAll(".kpi b").Select(b => b.Words()));
    }

    [Fact]
    public async Task Absorber_AllIsWell_HasNoNotice() => Assert.Null((await RenderAsync(Make.Absorber())).QuerySelector(".notice"));

    [Fact]
    public async Task Aside_Happenings_CanBeMarkedInTheCharts()
    {
        var aside = await Pages.FragmentAsync(
            new FakeConsole { Current = Make.Fleet(Make.Absorber() with { Happened = [new(Make.Now.AddMinutes(-1), HappeningKind.Bad, "Agent lost", "after 40 s")] }) },
            "aside-1");

        var mark = aside.QuerySelector("[data-mark]");
        Assert.Equal("Agent lost 01:41:22 UTC · after 40 s", mark.Words());
        Assert.Equal("2026-11-21T01:41:22.000Z", mark!.QuerySelector("time")?.GetAttribute("datetime"));
    }

    [Fact]
    public async Task Batches_OneFailed_TellsItsErrorInPlaceOfFigures()
    {
        var console = new FakeConsole();
        console.Batches.Add(new BatchView(Make.Now, 0, 0, 0, 0, 0, 0, 10, 1, "deadlock detected"));
        console.Batches.Add(new BatchView(Make.Now, 7, 10_000, 8_123, 4, 22, 6, 410, 0.4, null));

        var rows = (await Pages.FragmentAsync(console, "batches-1")).QuerySelectorAll("tbody tr").Select(row => row.Words());

        Assert.Equal(["01:42:22 UTC – deadlock detected", "01:42:22 UTC 7 10,000 8,123 4.0 ms 22 ms 6.0 ms 32 ms 410 0.4 s"], rows);
    }

    [Theory]
    [InlineData("batches-1", "No batch yet")]
    [InlineData("errors-1", "No errors")]
    [InlineData("actions-1", "Nobody has done anything yet")]
    public async Task Lists_Empty_SayWhatWillStandThere(string name, string title) =>
        Assert.Equal(title, (await Pages.FragmentAsync(new FakeConsole(), name)).QuerySelector("h2").Words());

    [Fact]
    public async Task Points_KnownRange_ListsNewestFirst()
    {
        var console = new FakeConsole();

        var rows = (await Pages.FragmentAsync(console, "points-1-15m")).QuerySelectorAll("tbody tr");

        Assert.Equal(["01:41:37 UTC", "01:41:22 UTC"], rows.Select(row => row.FirstElementChild.Words()));
        Assert.Equal(TimeSpan.FromSeconds(15), console.Asked?.Step);
    }

    private static Task<IElement> RenderAsync(AbsorberView absorber) => Pages.FragmentAsync(new FakeConsole { Current = Make.Fleet(absorber) }, "absorber-1");
}
