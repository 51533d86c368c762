using Absorber.ConsoleClient.Formatting;
using Absorber.ConsoleClient.Views;

namespace Absorber.ConsoleClient.Absorbers;

/// <summary>One line of what a command changes.</summary>
public sealed record Change(string What, string Now, string After);

/// <summary>What starting or stopping an absorber will do, from its present figures.</summary>
public static class Prospect
{
    /// <summary>What changes when it is stopped.</summary>
    public static IReadOnlyList<Change> OfStop(AbsorberView view) =>
    [
        new("Sync loop", Parts.StateWords.Of(view), "stopped; the batch in flight is finished first"),
        new("Absorbed", Figures.Rate(view.OutPerSecond).ToString(), "0 rows/s: the target stays as it is"),
        new("Depth", Figures.Rows(view.Depth).ToString(), Growth(view.InPerSecond)),
        new("Lag", Figures.Age(view.LagSeconds).ToString(), view is { InPerSecond: > 0.5 } or { Depth: > 0 } ? "grows by 1 s each second" : "grows from the next row on"),
        new("Producers", Figures.Rate(view.InPerSecond).ToString(), "go on; nothing changes for them"),
    ];

    /// <summary>What changes when it is started.</summary>
    public static IReadOnlyList<Change> OfStart(AbsorberView view) =>
    [
        new("Sync loop", Parts.StateWords.Of(view), "running, as soon as it has its lock"),
        new("Depth", Figures.Rows(view.Depth).ToString(), view.Depth switch
        {
            null => "drains",
            0 => "stays empty while batches keep up",
            _ => view.Settings.BatchSize is { } size ? $"drains in batches of at most {Figures.Rows(size)}" : "drains in one batch",
        }),
        new("Lag", Figures.Age(view.LagSeconds).ToString(), "shrinks as the oldest rows are merged first"),
        new("Producers", Figures.Rate(view.InPerSecond).ToString(), "go on; nothing changes for them"),
    ];

    private static string Growth(double? rate) => rate switch
    {
        null => "grows by what producers insert",
        < 0.5 => "stays, as nothing comes in now",
        _ => $"grows by about {Figures.PerSecond(rate)} rows/s, {Figures.Count((long)(rate.Value * 60))} a minute",
    };
}
