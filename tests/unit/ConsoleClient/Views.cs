using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.UnitTests.ConsoleClient;

/// <summary>Views to start from: a healthy absorber, of which each test breaks one thing.</summary>
internal static class Make
{
    public static readonly DateTimeOffset Now = new(2026, 11, 21, 1, 42, 22, TimeSpan.Zero);

    public static AbsorberView Absorber(int id = 1, string table = "orders") => new()
    {
        Id = id,
        Name = new AbsorberName("shop", "sales", table),
        Agent = "agent-db07",
        Server = "db07",
        Health = Health.KeepsUp,
        State = AbsorberState.Running,
        Since = Now.AddHours(-3),
        AgentOnline = true,
        AgentSeen = Now,
        Settings = new AbsorberSettings(),
        Buffer = $"\"sales\".\"{table}_buffer\"",
        At = Now.AddMilliseconds(-300),
        LagSeconds = 0.4,
        Depth = 410,
        InPerSecond = 18_900,
        OutPerSecond = 18_900,
        BatchP95 = TimeSpan.FromMilliseconds(12),
        LastBatchAt = Now.AddSeconds(-1),
        LastBatchRows = 9_800,
        LagTrend = [0.3, 0.4, 0.4],
    };

    public static AbsorberView FallingBehind(this AbsorberView view) => view with { Health = Health.FallingBehind, LagSeconds = 41, Depth = 198_220, InPerSecond = 42_000, OutPerSecond = 39_100 };

    public static AbsorberView Stopped(this AbsorberView view) => view with { Health = Health.Stopped, State = AbsorberState.Stopped, Reason = "stopped by an operator", OutPerSecond = 0 };

    public static AbsorberView Offline(this AbsorberView view) => view with { Health = Health.AgentOffline, AgentOnline = false, AgentSeen = Now.AddSeconds(-12), At = Now.AddSeconds(-12) };

    public static AbsorberView WithoutSample(this AbsorberView view) => view with
    {
        Health = Health.Unknown,
        At = null,
        LagSeconds = null,
        Depth = null,
        InPerSecond = null,
        OutPerSecond = null,
        BatchP95 = null,
        LastBatchAt = null,
        LastBatchRows = null,
        LagTrend = [],
    };

    public static FleetView Fleet(params AbsorberView[] absorbers) => new()
    {
        At = Now,
        Absorbers = absorbers,
        Agents = absorbers.Length == 0 ? [] : [Agent()],
        InPerSecond = absorbers.Sum(a => a.InPerSecond ?? 0),
        OutPerSecond = absorbers.Sum(a => a.OutPerSecond ?? 0),
        Depth = absorbers.Sum(a => a.Depth ?? 0),
        OldestSeconds = absorbers.Max(a => a.LagSeconds),
    };

    public static AgentView Agent(bool online = true) => new("agent-db07", "db07", "PostgreSQL 18.4", "0.1.0", online, Now, 1, 0);

    public static SeriesPoint Point(int second) => new() { Time = Now.ToUnixTimeMilliseconds() - 60_000 + second * 1000, InPerSecond = 100, LagSeconds = 0.5, Depth = 7, Batches = 1 };
}
