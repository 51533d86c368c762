using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Fleet;
using Absorber.Contracts;

namespace Absorber.UnitTests.ConsoleServer.Fleet;

public sealed class HappeningsTests
{
    private static readonly DateTimeOffset Noon = new(2026, 5, 1, 12, 0, 0, TimeSpan.Zero);

    private readonly Happenings _happenings = new();

    [Fact]
    public void AddAction_ItsEffectWasReportedBefore_TellsItOnce()
    {
        _happenings.AddChange(Report(AbsorberState.Running, 0), Report(AbsorberState.Stopped, 1));
        _happenings.AddAction(Noon, "local operator", "stop", true, "stopped");

        Assert.Equal(["stop"], _happenings.NewestFirst.Select(one => one.What));
    }

    [Fact]
    public void AddChange_SoonAfterAnAction_TellsItOnce()
    {
        _happenings.AddAction(Noon, "local operator", "start", true, "starting");
        _happenings.AddChange(Report(AbsorberState.Starting, 0), Report(AbsorberState.Running, 2));

        Assert.Equal(["start"], _happenings.NewestFirst.Select(one => one.What));
    }

    [Fact]
    public void AddChange_FailureAfterAnAction_IsTold()
    {
        _happenings.AddAction(Noon, "local operator", "start", true, "starting");
        _happenings.AddChange(Report(AbsorberState.Starting, 0), Report(AbsorberState.Failed, 2));

        Assert.Equal([HappeningKind.Bad, HappeningKind.Action], _happenings.NewestFirst.Select(one => one.Kind));
    }

    [Fact]
    public void AddChange_WithoutAnyAction_IsTold()
    {
        _happenings.AddChange(Report(AbsorberState.Running, 0), Report(AbsorberState.Stopped, 100));

        Assert.Equal(["Stopped"], _happenings.NewestFirst.Select(one => one.What));
    }

    private static AbsorberReport Report(AbsorberState state, int second) => new()
    {
        Name = new AbsorberName("shop", "sales", "orders"),
        State = state,
        Since = Noon.AddSeconds(second),
        Settings = new AbsorberSettings(),
        Buffer = "absorber.sales_orders",
    };
}
