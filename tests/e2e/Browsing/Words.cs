using System.Text.RegularExpressions;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>What pages say, where it differs from moment to moment.</summary>
internal static partial class Words
{
    /// <summary>The state of an absorber whose loop runs, however it copes with its load.</summary>
    [GeneratedRegex("Running|Catching up|Falling behind", RegexOptions.None, 1000)]
    public static partial Regex Going();

    [GeneratedRegex(@"^\s*[\d,.]+\s*$", RegexOptions.None, 1000)]
    public static partial Regex Number();

    [GeneratedRegex(@"last heard of (?:just now|\d+ s ago)", RegexOptions.None, 1000)]
    public static partial Regex HeardOfSecondsAgo();

    [GeneratedRegex(@"last heard of (?:1[5-9]|[2-5]\d) s ago", RegexOptions.None, 1000)]
    public static partial Regex HeardOfQuarterOfAMinuteAgo();

    [GeneratedRegex(@"reconnecting…, figures are of \d\d:\d\d:\d\d", RegexOptions.None, 1000)]
    public static partial Regex Reconnecting();

    [GeneratedRegex(@"(?:silent|reconnecting…), figures are of \d\d:\d\d:\d\d", RegexOptions.None, 1000)]
    public static partial Regex Stale();
}
