using System.Globalization;

namespace Absorber.ConsoleClient.Charts;

/// <summary>The time that charts show: one of four that end now, or one between two fixed moments.</summary>
public sealed record ChartRange
{
    // No console keeps samples for longer, and no chart could show them.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(31);

    private ChartRange(string key, TimeSpan length) => (Key, Length) = (key, length);

    /// <summary>The ranges that end now, as they stand in addresses.</summary>
    public static IReadOnlyList<ChartRange> Live { get; } =
    [
        new("5m", TimeSpan.FromMinutes(5)),
        new("15m", TimeSpan.FromMinutes(15)),
        new("1h", TimeSpan.FromHours(1)),
        new("24h", TimeSpan.FromHours(24)),
    ];

    public static ChartRange Default => Live[1];

    /// <summary>As in <c>?range=15m</c>; empty between two moments.</summary>
    public string Key { get; }

    public TimeSpan Length { get; private init; }

    /// <summary>Where it ends; null for now.</summary>
    public DateTimeOffset? Until { get; private init; }

    /// <summary>Its name on a button: <c>15 m</c>.</summary>
    public string Label => Key.Length == 0 ? "" : $"{Key[..^1]} {Key[^1]}";

    /// <summary>Its name in a sentence: <c>15 minutes</c>.</summary>
    public string Words => Key switch { "5m" => "5 minutes", "1h" => "hour", "24h" => "24 hours", _ => "15 minutes" };

    /// <summary>Reads an address; what it does not understand becomes the default.</summary>
    public static ChartRange Parse(string? range, string? from = null, string? to = null)
    {
        if (Moment(from) is { } start && Moment(to) is { } end && start >= DateTimeOffset.UnixEpoch && end > start && end - start <= Longest)
            return new ChartRange("", end - start) { Until = end };
        return Find(range) ?? Default;
    }

    /// <summary>A range that ends now, by its key; null for anything else.</summary>
    public static ChartRange? Find(string? key) => Live.FirstOrDefault(r => r.Key == key);

    /// <summary>The step that gives about as many points as asked for, in round seconds.</summary>
    public TimeSpan StepFor(int points)
    {
        int[] steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
        var step = steps.FirstOrDefault(s => Length.TotalSeconds / s <= points);
        return TimeSpan.FromSeconds(step == 0 ? 3600 : step);
    }

    private static DateTimeOffset? Moment(string? text) =>
        DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var moment) ? moment : null;
}
