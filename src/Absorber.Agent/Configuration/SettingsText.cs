using System.Globalization;
using Absorber.Contracts;

namespace Absorber.Agent.Configuration;

/// <summary>An absorber's settings, as written on the command line and shown there.</summary>
internal static class SettingsText
{
    public const string All = "all";

    public const string Default = "default";

    public const string None = "none";

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

    /// <exception cref="UsageException">The text is neither a number of processors nor <see cref="Default"/>.</exception>
    public static int? ParseMaxDop(string text)
    {
        if (text == Default) return null;

        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var processors) && processors is >= 1 and <= 64
            ? processors
            : throw new UsageException($"'{text}' is no MAXDOP: write a number of processors from 1 to 64, or {Default} for the server's own setting.");
    }

    /// <exception cref="UsageException">The text is neither a number of buckets nor <see cref="None"/>.</exception>
    public static long? ParseHashBuckets(string text)
    {
        if (text == None) return null;

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var buckets) && buckets is >= 1 and <= 1L << 30
            ? buckets
            : throw new UsageException($"'{text}' is no number of hash buckets: write a number from 1 to 1073741824, or {None} for an ordered index.");
    }

    /// <summary>All settings in a sentence; those that other engines have are left out where they are not set.</summary>
    public static string Describe(AbsorberSettings settings)
    {
        var text = $"batch size {ShowBatchSize(settings)}, interval {ShowDuration(settings.Interval)}, "
            + $"gives up after {settings.MaxErrors} errors, buffer {(settings.Persisted ? "survives" : "does not survive")} a crash of the server";
        if (settings.MaxDop is { } maxDop) text += $", at most {maxDop} processors per batch";
        if (settings.HashBuckets is { } buckets) text += string.Create(CultureInfo.InvariantCulture, $", {buckets:N0} hash buckets");
        return text;
    }

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
