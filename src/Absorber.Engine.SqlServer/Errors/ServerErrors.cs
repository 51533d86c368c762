using Absorber.Engine.Errors;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>What the server's error numbers mean to an operator.</summary>
/// <remarks>
/// Numbers by "Database Engine events and errors", "Guidelines for retry logic for transactions on memory-optimized tables" and
/// "Troubleshoot transient connection errors in SQL Database" of Microsoft's documentation.
/// </remarks>
internal static class ServerErrors
{
    /// <summary>Errors of opening a connection that pass by themselves within seconds: Azure moves a database, or has too much to do.</summary>
    private static readonly HashSet<int> Passing =
    [
        40613, 40501, 40197, 40143, 40540, 49918, 49919, 49920, 4221, 4060, 10928, 10929, 10053, 10054, 10060, 233, 64, 121,
    ];

    /// <summary>Errors of the way to the server, where it did not answer itself.</summary>
    private static readonly HashSet<int> Unreachable = [-1, 2, 40, 53, 10060, 10061, 11001, 11002, 258];

    /// <summary>Errors after which nothing more comes over the connection.</summary>
    private static readonly HashSet<int> BrokenOff = [10053, 10054, 10058, 233, 64, 121, 109, 232, 19];

    private const byte EndsTheSession = 20;

    public static bool IsPassing(int number) => Passing.Contains(number);

    /// <summary>Whether the connection is gone after this error, and with it the knowledge of what became of a commit.</summary>
    public static bool EndsConnection(int number, byte severity) => severity >= EndsTheSession || BrokenOff.Contains(number);

    /// <summary>The kind of failure, and words for it.</summary>
    /// <param name="number">The server's error number.</param>
    /// <param name="severity">The error's class, from 0 to 25.</param>
    /// <param name="words">The server's own words.</param>
    /// <param name="target">The target that rows were merged into, which the server's words may not name; null for none.</param>
    public static (EngineErrorKind Kind, string Message) Judge(int number, byte severity, string words, string? target = null) => number switch
    {
        // The framework's own; their messages are written for operators.
        50400 => (EngineErrorKind.BadRequest, words),
        50403 => (EngineErrorKind.Forbidden, words),
        50409 => (EngineErrorKind.Contention, words),

        // Servers that speak T-SQL and have no number of their own for it.
        UnmappedErrors.Number => UnmappedErrors.Judge(words, target),

        -2 => (EngineErrorKind.Unavailable, $"The server did not answer in time. Trying again later may help. It says: {words}"),
        1205 or 1222 or 3960 or 41301 or 41302 or 41305 or 41325 or 41839 =>
            (EngineErrorKind.Contention, $"The server gave way to another session: {words}"),
        41823 or 41840 => (EngineErrorKind.OutOfResources,
            $"The memory for memory-optimized tables of this database is used up, so producers fail as well: {words} "
            + "Let the loop drain the buffers, drop absorbers that nobody needs, or choose a tier with more In-Memory OLTP storage."),
        701 or 802 or 1101 or 1105 or 1204 or 8645 or 8651 or 9002 or 10928 or 10929 or 17809 or 40501 or 41805 or 49918 or 49919 or 49920 =>
            (EngineErrorKind.OutOfResources, $"The server ran out of something: {words}"),
        515 or 547 or 2601 or 2627 or 2628 or 8152 or 220 or 241 or 245 or 248 or 513 or 550 or 8114 or 8115 =>
            (EngineErrorKind.RowRefused, $"{RefusedBy(target)}: {words}"),
        229 or 230 or 262 or 297 or 300 or 916 or 1088 or 2760 or 4834 or 6102 or 15151 or 15247 =>
            (EngineErrorKind.Forbidden, $"A right is missing: {words} {MissingGrant.Suggest(number, words)}"),
        18450 or 18452 or 18456 or 18461 or 18470 or 18486 or 18487 or 18488 =>
            (EngineErrorKind.Forbidden, $"The server refused the login: {words} Check user and password, and whether the login is enabled."),
        207 or 208 or 213 or 2812 or 4902 =>
            (EngineErrorKind.BadRequest, $"Something that the absorber needs was changed or dropped: {words} Drop the absorber and create it anew, or undo the change."),
        911 or 40615 or 40914 => (EngineErrorKind.BadRequest, words),
        596 or 921 or 922 or 924 or 927 or 942 or 952 or 976 or 978 or 983 or 3906 or 4060 or 6005 or 17142 or 17147 or 17148 or 17197
            or 40143 or 40197 or 40540 or 40613 or 4221 =>
            (EngineErrorKind.Unavailable, $"The server or the database is not ready: {words}"),
        _ when EndsConnection(number, severity) => (EngineErrorKind.Unavailable, $"The connection to the server failed: {words}"),
        _ when Unreachable.Contains(number) =>
            (EngineErrorKind.Unavailable, $"The server cannot be reached: {words} Check that it runs, that it listens on TCP, and that name and port are right."),
        _ => (EngineErrorKind.Other, words),
    };

    public static string RefusedBy(string? target) => target is null ? "The target refuses a row" : $"The target {target} refuses a row";
}
