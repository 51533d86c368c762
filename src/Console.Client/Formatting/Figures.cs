using System.Globalization;

namespace Absorber.ConsoleClient.Formatting;

/// <summary>Every number on a page is written here, so that the same figure looks the same everywhere. browser/format.ts does the same.</summary>
public static class Figures
{
    private static readonly CultureInfo Culture = CultureInfo.InvariantCulture;

    /// <summary>A count: <c>198,220</c>.</summary>
    public static string Count(long? count) => count is { } value ? value.ToString("N0", Culture) : Figure.Unknown.Value;

    /// <summary>A count with its unit: <c>198,220 rows</c>.</summary>
    public static Figure Rows(long? rows) => rows is null ? Figure.Unknown : new(Count(rows), rows == 1 ? "row" : "rows");

    /// <summary>Rows per second without the unit: <c>18,900</c>, with one decimal below ten.</summary>
    public static string PerSecond(double? rate) => rate switch
    {
        null => Figure.Unknown.Value,
        < 0.05 => "0",
        < 9.95 => rate.Value.ToString("0.#", Culture),
        _ => rate.Value.ToString("N0", Culture),
    };

    /// <summary>Rows per second: <c>18,900 /s</c>.</summary>
    public static Figure Rate(double? rate) => rate is null ? Figure.Unknown : new(PerSecond(rate), "/s");

    /// <summary>An age or a time to wait, in the two greatest units that matter: <c>0.4 s</c>, <c>41 s</c>, <c>2 min 05 s</c>, <c>3 h 12 min</c>, <c>6 d 4 h</c>.</summary>
    public static Figure Age(double? seconds)
    {
        if (seconds is not { } value)
            return Figure.Unknown;

        if (value < 9.95)
            return new(Math.Max(0, value).ToString("0.0", Culture), "s");

        var whole = (long)Math.Round(Math.Min(value, 1e12));
        return whole switch
        {
            < 60 => new(whole.ToString(Culture), "s"),
            < 3600 => new(string.Create(Culture, $"{whole / 60}\u00a0min\u00a0{whole % 60:00}\u00a0s"), ""),
            < 86400 => new(string.Create(Culture, $"{whole / 3600}\u00a0h\u00a0{whole % 3600 / 60:00}\u00a0min"), ""),
            _ => new(string.Create(Culture, $"{whole / 86400}\u00a0d\u00a0{whole % 86400 / 3600}\u00a0h"), ""),
        };
    }

    /// <inheritdoc cref="Age(double?)"/>
    public static Figure Age(TimeSpan? age) => Age(age?.TotalSeconds);

    /// <summary>How long ago something was, in one unit: <c>just now</c>, <c>12 s ago</c>, <c>3 h ago</c>.</summary>
    public static string Ago(TimeSpan age) => age.TotalSeconds switch
    {
        < 1 => "just now",
        < 60 => string.Create(Culture, $"{Math.Floor(age.TotalSeconds)} s ago"),
        < 3600 => string.Create(Culture, $"{Math.Floor(age.TotalMinutes)} min ago"),
        < 86400 => string.Create(Culture, $"{Math.Floor(age.TotalHours)} h ago"),
        _ => string.Create(Culture, $"{Math.Floor(age.TotalDays)} d ago"),
    };

    /// <summary>A duration as of a batch: <c>8.2 ms</c>, <c>152 ms</c>, <c>1.25 s</c>, and as an age beyond ten seconds.</summary>
    public static Figure Duration(double? milliseconds) => milliseconds switch
    {
        null => Figure.Unknown,
        < 9.95 => new(milliseconds.Value.ToString("0.0", Culture), "ms"),
        < 999.5 => new(milliseconds.Value.ToString("0", Culture), "ms"),
        < 9_995 => new((milliseconds.Value / 1000).ToString("0.00", Culture), "s"),
        _ => Age(milliseconds.Value / 1000),
    };

    /// <inheritdoc cref="Duration(double?)"/>
    public static Figure Duration(TimeSpan? duration) => Duration(duration?.TotalMilliseconds);

    /// <summary>A setting that is a time: <c>1 s</c>, <c>250 ms</c>, <c>5 min</c>.</summary>
    public static Figure Setting(TimeSpan time) => time switch
    {
        { TotalMilliseconds: < 1000 } => new(time.TotalMilliseconds.ToString("0.##", Culture), "ms"),
        { TotalSeconds: < 60 } => new(time.TotalSeconds.ToString("0.##", Culture), "s"),
        _ when time.TotalSeconds % 60 == 0 && time.TotalMinutes < 60 => new(time.TotalMinutes.ToString("0", Culture), "min"),
        _ => Age(time.TotalSeconds),
    };
}
