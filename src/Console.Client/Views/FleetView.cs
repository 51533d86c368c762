using Absorber.Contracts;

namespace Absorber.ConsoleClient.Views;

/// <summary>How an absorber is doing, worst last; the fleet page lists the worst first.</summary>
public enum Health
{
    /// <summary>Stopped by an operator.</summary>
    Stopped,

    /// <summary>Running, and the buffer drains or is empty.</summary>
    KeepsUp,

    /// <summary>Its agent has not reported anything about it yet.</summary>
    Unknown,

    /// <summary>Running with a backlog that shrinks.</summary>
    CatchingUp,

    /// <summary>Its agent is not connected; figures are of the past.</summary>
    AgentOffline,

    /// <summary>Running with a backlog that grows, or with batches that fail.</summary>
    FallingBehind,

    /// <summary>The loop gave up.</summary>
    Failed,
}

/// <summary>One absorber's present figures. A null figure is unknown.</summary>
public sealed record AbsorberView
{
    /// <summary>The console's number for the absorber, as in <c>/absorbers/3</c>.</summary>
    public required int Id { get; init; }

    public required AbsorberName Name { get; init; }

    public required string Agent { get; init; }

    public required string Server { get; init; }

    public required Health Health { get; init; }

    public required AbsorberState State { get; init; }

    /// <summary>Why it is in that state; null where there is nothing to say.</summary>
    public string? Reason { get; init; }

    public required DateTimeOffset Since { get; init; }

    public required bool AgentOnline { get; init; }

    /// <summary>When the agent was last heard of, UTC.</summary>
    public required DateTimeOffset AgentSeen { get; init; }

    public required AbsorberSettings Settings { get; init; }

    public required string Buffer { get; init; }

    /// <summary>When the figures were measured; null before the first sample.</summary>
    public DateTimeOffset? At { get; init; }

    public double? LagSeconds { get; init; }

    public bool LagIsLowerBound { get; init; }

    public long? Depth { get; init; }

    public double? InPerSecond { get; init; }

    public double? OutPerSecond { get; init; }

    /// <summary>Duration of the 95th percentile of recent batches.</summary>
    public TimeSpan? BatchP95 { get; init; }

    /// <summary>The last batch that moved rows: when it ended, and how many rows it picked.</summary>
    public DateTimeOffset? LastBatchAt { get; init; }

    public long? LastBatchRows { get; init; }

    /// <summary>Time until the buffer is empty at the present rates; null where it never drains or nothing is known.</summary>
    public TimeSpan? DrainsIn { get; init; }

    /// <summary>Errors within the last 15 minutes.</summary>
    public int RecentErrors { get; init; }

    public string? LastError { get; init; }

    /// <summary>Rows that a crash of the database server would lose now; null where the buffer survives it.</summary>
    public long? RowsAtRisk { get; init; }

    /// <summary>Lag in seconds over the last 15 minutes in equal steps, oldest first; null steps are gaps.</summary>
    public IReadOnlyList<double?> LagTrend { get; init; } = [];

    /// <summary>The last things that happened to it, newest first, at most 12: starts and stops, changes of state, agent lost and back.</summary>
    public IReadOnlyList<Happening> Happened { get; init; } = [];
}

/// <summary>All absorbers, worst first, with their totals.</summary>
public sealed record FleetView
{
    /// <summary>The console's clock when this was put together.</summary>
    public required DateTimeOffset At { get; init; }

    public required IReadOnlyList<AbsorberView> Absorbers { get; init; }

    public required IReadOnlyList<AgentView> Agents { get; init; }

    public double InPerSecond { get; init; }

    public double OutPerSecond { get; init; }

    public long Depth { get; init; }

    /// <summary>The greatest lag of all absorbers whose agent is online; null where none is known.</summary>
    public double? OldestSeconds { get; init; }

    /// <summary>Why samples are not being stored now, for an operator; null while history is written.</summary>
    public string? HistoryProblem { get; init; }
}

/// <summary>An agent as the console sees it.</summary>
public sealed record AgentView(string Name, string Server, string Engine, string Version, bool Online, DateTimeOffset Seen, int Absorbers, long DroppedSamples);
