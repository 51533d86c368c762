using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Series;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>One absorber in the console's memory.</summary>
internal sealed class AbsorberEntry(int id, AgentEntry agent, AbsorberReport report, bool removed)
{
    private readonly HealthJudge _judge = new();
    private volatile AbsorberReport _report = report;
    private volatile bool _removed = removed;

    public int Id => id;

    public AgentEntry Agent => agent;

    public AbsorberSeries Series { get; } = new();

    public Happenings Happenings { get; } = new();

    /// <summary>What its agent last said of it.</summary>
    public AbsorberReport Report => _report;

    /// <summary>Whether its agent no longer has it. Its history stays.</summary>
    public bool IsRemoved => _removed;

    /// <summary>How far behind, for the order of the fleet; see <see cref="HealthJudge.LagBand"/>.</summary>
    public int LagBand => _judge.LagBand;

    public void Take(AbsorberReport report)
    {
        Happenings.AddChange(_report, report);
        _report = report;
        _removed = false;
    }

    public void Remove() => _removed = true;

    /// <summary>Its present figures. Called by one caller at a time, about twice a second.</summary>
    public AbsorberView View(DateTimeOffset now)
    {
        var reported = _report;
        var figures = Series.Figures(now);
        var online = agent.IsOnline;
        _judge.Judge(online, reported.State, figures, now);
        var measured = figures.Measured;
        return new AbsorberView
        {
            Id = id,
            Name = reported.Name,
            Agent = agent.Name,
            Server = agent.Server,
            Health = _judge.Health,
            State = reported.State,
            Reason = reported.Reason,
            Since = reported.Since,
            AgentOnline = online,
            AgentSeen = online ? now : agent.Seen,
            Settings = reported.Settings,
            Buffer = reported.Buffer,
            At = measured?.At,
            LagSeconds = measured?.LagSeconds,
            LagIsLowerBound = measured?.LagIsLowerBound ?? false,
            Depth = measured?.Depth,
            InPerSecond = figures.InPerSecond,
            OutPerSecond = figures.OutPerSecond,
            BatchP95 = figures.BatchP95,
            LastBatchAt = figures.LastBatch?.At,
            LastBatchRows = figures.LastBatch?.Picked,
            DrainsIn = DrainsIn(measured?.Depth, figures),
            RecentErrors = figures.RecentErrors,
            LastError = figures.LastError,
            RowsAtRisk = reported.Settings.Persisted ? null : measured?.Depth,
            LagTrend = figures.LagTrend,
            Happened = Happenings.NewestFirst,
        };
    }

    private static TimeSpan? DrainsIn(long? depth, Figures figures)
    {
        if (depth == 0)
            return TimeSpan.Zero;
        if (depth is not { } rows || figures is not { InPerSecond: { } comesIn, OutPerSecond: { } goesOut } || goesOut <= comesIn)
            return null;
        var seconds = rows / (goesOut - comesIn);
        return seconds < TimeSpan.FromDays(365).TotalSeconds ? TimeSpan.FromSeconds(seconds) : null;
    }
}
