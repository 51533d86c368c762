using System.Globalization;

namespace Absorber.Agent.Configuration;

/// <summary>Reads durations as people write them: <c>250ms</c>, <c>1.5s</c>, <c>2m</c>, <c>1h</c>.</summary>
internal static class DurationParser
{
    private static readonly (string Unit, double Milliseconds)[] Units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

    private const double MostMilliseconds = 1e12;

    /// <exception cref="UsageException">The text is no duration.</exception>
    public static TimeSpan Parse(string text)
    {
        foreach (var (unit, milliseconds) in Units)
        {
            if (text.EndsWith(unit, StringComparison.Ordinal)
                && double.TryParse(text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
                && number * milliseconds <= MostMilliseconds)
            {
                return TimeSpan.FromMilliseconds(number * milliseconds);
            }
        }

        throw new UsageException($"'{text}' is no duration: write a number with its unit, such as 250ms, 1s, 2m or 1h.");
    }
}
