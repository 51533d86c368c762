using System.Globalization;
using Absorber.Contracts;

namespace Absorber.Agent.Configuration;

/// <summary>An absorber's settings, as written on the command line and shown there.</summary>
internal static class SettingsText
{
    public const string All = "all";

    /// <exception cref="UsageException">The text is neither a number of rows nor <see cref="All"/>.</exception>
    public static long? ParseBatchSize(string text)
    {
        if (text == All) return null;

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var rows) && rows is >= 1 and <= 10_000_000
            ? rows
            : throw new UsageException($"'{text}' is no batch size: write a number of rows from 1 to 10000000, or {All} for all that are queued.");
    }

    /// <exception cref="UsageException">The text is no duration, or out of range.</exception>
    public static TimeSpan ParseInterval(string text)
    {
        var interval = DurationParser.Parse(text);
        return interval >= TimeSpan.FromMilliseconds(10) && interval <= TimeSpan.FromHours(1)
            ? interval
            : throw new UsageException($"The interval '{text}' is out of range: from 10ms to 1h are allowed.");
    }

    /// <exception cref="UsageException">The number is out of range.</exception>
    public static int CheckMaxErrors(int errors) =>
        errors is >= 1 and <= 1_000
            ? errors
            : throw new UsageException($"{errors} consecutive errors are out of range: from 1 to 1000 are allowed.");

    public static string ShowBatchSize(AbsorberSettings settings) =>
        settings.BatchSize is { } rows ? rows.ToString("N0", CultureInfo.InvariantCulture) : All;

    public static string ShowDuration(TimeSpan duration) => duration.TotalSeconds switch
    {
        < 1 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMilliseconds:0.#} ms"),
        < 120 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalSeconds:0.##} s"),
        < 7_200 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMinutes:0.#} min"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalHours:0.#} h"),
    };
}
