using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Series;
using Absorber.Contracts;
using static Absorber.UnitTests.ConsoleServer.Samples;

namespace Absorber.UnitTests.ConsoleServer.Fleet;

public sealed class HealthJudgeTests
{
    private readonly HealthJudge _judge = new();
    private DateTimeOffset _now = Noon;

    [Theory]
    [InlineData(false, AbsorberState.Running, Health.AgentOffline)]
    [InlineData(false, AbsorberState.Failed, Health.AgentOffline)]
    [InlineData(true, AbsorberState.Failed, Health.Failed)]
    [InlineData(true, AbsorberState.Stopped, Health.Stopped)]
    [InlineData(true, AbsorberState.Stopping, Health.Stopped)]
    [InlineData(true, AbsorberState.Retrying, Health.FallingBehind)]
    [InlineData(true, AbsorberState.Running, Health.KeepsUp)]
    public void Judge_WhatTheAgentSays_CountsAtOnce(bool online, AbsorberState state, Health expected)
    {
        _judge.Judge(online, state, Of(lag: 0.2), _now);

        Assert.Equal(expected, _judge.Health);
    }

    [Fact]
    public void Judge_BeforeTheFirstSample_IsUnknown()
    {
        _judge.Judge(agentOnline: true, AbsorberState.Running, new Figures(), _now);

        Assert.Equal(Health.Unknown, _judge.Health);
    }

    [Fact]
    public void Judge_LagGrowsWithMoreComingInThanGoingOut_FallsBehindAfterThreeSeconds()
    {
        Assert.Equal(Health.KeepsUp, After(1, Of(lag: 1, comesIn: 200, goesOut: 100)));
        Assert.Equal(Health.KeepsUp, After(2, Of(lag: 6, comesIn: 200, goesOut: 100)));
        Assert.Equal(Health.FallingBehind, After(3, Of(lag: 8, comesIn: 200, goesOut: 100)));
    }

    [Fact]
    public void Judge_BacklogThatShrinks_CatchesUp()
    {
        After(1, Of(lag: 30, comesIn: 100, goesOut: 100));

        Assert.Equal(Health.CatchingUp, After(5, Of(lag: 30, comesIn: 100, goesOut: 300)));
    }

    [Fact]
    public void Judge_RatesThatCrossNowAndThen_DoesNotWaver()
    {
        After(1, Of(lag: 30, comesIn: 300, goesOut: 100));
        var seen = Enumerable.Range(0, 40).Select(i => After(1, Of(lag: 30, comesIn: i % 2 == 0 ? 300 : 100, goesOut: 200))).Distinct();

        Assert.Equal([Health.FallingBehind], seen);
    }

    [Fact]
    public void Judge_LagAroundTheThreshold_DoesNotWaver()
    {
        After(1, Of(lag: 6, comesIn: 100, goesOut: 300));
        After(5, Of(lag: 6, comesIn: 100, goesOut: 300));
        var seen = Enumerable.Range(0, 40).Select(i => After(1, Of(lag: i % 2 == 0 ? 4.5 : 5.5, comesIn: 100, goesOut: 300))).Distinct();

        Assert.Equal([Health.CatchingUp], seen);
    }

    [Fact]
    public void LagBand_LagAtItsEdge_StaysWhereItIs()
    {
        After(1, Of(lag: 19));
        var bands = Enumerable.Range(0, 20).Select(i =>
        {
            After(1, Of(lag: i % 2 == 0 ? 18.5 : 21.5));
            return _judge.LagBand;
        });

        Assert.Single(bands.Distinct());
    }

    private Health After(int seconds, Figures figures)
    {
        _now = _now.AddSeconds(seconds);
        _judge.Judge(agentOnline: true, AbsorberState.Running, figures, _now);
        return _judge.Health;
    }

    private static Figures Of(double lag, double? comesIn = null, double? goesOut = null) =>
        new() { Measured = Idle(Noon, issued: 1, depth: 1, lag), InPerSecond = comesIn, OutPerSecond = goesOut };
}
