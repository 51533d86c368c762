using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.ConsoleClient.Charts;

/// <summary>Reads what a table of a range shows.</summary>
public static class ChartPoints
{
    /// <summary>The rows of a table that people can still read.</summary>
    public const int TableRows = 60;

    /// <summary>The points of a range in steps that fill a table, oldest first. Buckets begin at multiples of the step.</summary>
    public static Task<IReadOnlyList<SeriesPoint>> ReadAsync(IHistory history, int absorber, ChartRange range, DateTimeOffset now, CancellationToken cancellation)
    {
        var step = range.StepFor(TableRows);
        var until = range.Until ?? now;
        var from = Floor(until - range.Length, step);
        return history.ReadPointsAsync(absorber, from, until, step, cancellation);
    }

    private static DateTimeOffset Floor(DateTimeOffset at, TimeSpan step) => at.AddTicks(-(at.UtcTicks % step.Ticks));
}
