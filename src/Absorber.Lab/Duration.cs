using System.Globalization;

namespace Absorber.Lab;

/// <summary>Lengths of time as people type them: <c>500ms</c>, <c>30s</c>, <c>2m</c>, <c>1h</c>.</summary>
public static class Duration
{
    /// <summary>What to type; for messages.</summary>
    public const string Expected = "a number with its unit, such as 500ms, 30s, 2m or 1h";

    private static readonly (string Unit, TimeSpan Length)[] Units =
    [
        ("ms", TimeSpan.FromMilliseconds(1)),
        ("s", TimeSpan.FromSeconds(1)),
        ("m", TimeSpan.FromMinutes(1)),
        ("h", TimeSpan.FromHours(1)),
    ];

    /// <summary>Reads a length of more than nothing and at most a year.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        duration = default;
        foreach (var (unit, length) in Units)
        {
            if (!text.EndsWith(unit, StringComparison.Ordinal)
                || !double.TryParse(text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
                continue;

            if (number <= 0 || number * length.TotalDays > 365)
                return false;

            duration = number * length;
            return duration > TimeSpan.Zero;
        }

        return false;
    }
}
