using Absorber.ConsoleClient.Formatting;
using Absorber.Contracts;

namespace Absorber.ConsoleClient.Charts;

/// <summary>One line or layer of a chart.</summary>
/// <param name="Key">Its key in <see cref="SeriesPoint"/>'s JSON, and its class in the style sheet.</param>
/// <param name="Label">What it is called in the legend and in tables.</param>
/// <param name="Read">Its value as text, with its unit.</param>
public sealed record ChartSeries(string Key, string Label, Func<SeriesPoint, string> Read);

/// <summary>One of the charts over the common time axis. browser/charts/panels.ts draws them.</summary>
public sealed record ChartPanel(string Key, string Title, string Hint, IReadOnlyList<ChartSeries> Series)
{
    public static IReadOnlyList<ChartPanel> All { get; } =
    [
        new("rate", "Rows per second", "rows per second into the buffer and out of it",
        [
            new("in", "in", p => Figures.Rate(p.InPerSecond).ToString()),
            new("roll", "absorbed, rolling 10 batches", p => Figures.Rate(p.RollingOutPerSecond).ToString()),
        ]),
        new("lag", "Lag", "age of the oldest row in the buffer",
        [
            new("lag", "the oldest row has waited", p => Figures.Age(p.LagSeconds).ToString()),
        ]),
        new("depth", "Depth", "rows in the buffer",
        [
            new("depth", "rows in the buffer", p => Figures.Rows(p.Depth).ToString()),
        ]),
        new("batch", "Batch duration", "mean time of a batch by phase",
        [
            new("pick", "pick", p => Figures.Duration(p.PickMilliseconds).ToString()),
            new("merge", "merge", p => Figures.Duration(p.MergeMilliseconds).ToString()),
            new("purge", "purge and commit", p => Figures.Duration(p.PurgeMilliseconds).ToString()),
        ]),
    ];
}
