using Absorber.Contracts;
using Microsoft.Extensions.Logging;

namespace Absorber.Engine.Sync;

internal static partial class SyncLog
{
    [LoggerMessage(1001, LogLevel.Information, "{Absorber}: the sync loop runs")]
    public static partial void Runs(this ILogger logger, AbsorberName absorber);

    [LoggerMessage(1002, LogLevel.Information, "{Absorber}: another session holds the lock; standing by")]
    public static partial void StandsBy(this ILogger logger, AbsorberName absorber);

    [LoggerMessage(1003, LogLevel.Information, "{Absorber}: the sync loop ended ({End}) after {Batches} batches and {Rows} rows")]
    public static partial void Ended(this ILogger logger, AbsorberName absorber, LoopEnd end, long batches, long rows);

    [LoggerMessage(1010, LogLevel.Debug, "{Absorber}: a batch gave way and is tried again at once: {Message}")]
    public static partial void GaveWay(this ILogger logger, AbsorberName absorber, string message);

    [LoggerMessage(1011, LogLevel.Information, "{Absorber}: {Message} Trying again in {Seconds:F1} s")]
    public static partial void FailedOnce(this ILogger logger, AbsorberName absorber, string message, double seconds);

    [LoggerMessage(1012, LogLevel.Warning, "{Absorber}: failed {Failures} times in {Seconds:F0} s, last: {Message}")]
    public static partial void KeepsFailing(this ILogger logger, AbsorberName absorber, int failures, double seconds, string message);

    [LoggerMessage(1013, LogLevel.Error, "{Absorber}: gave up after {Errors} consecutive errors, last: {Message} Cure it, then start the absorber again")]
    public static partial void GaveUp(this ILogger logger, AbsorberName absorber, int errors, string message);

    [LoggerMessage(1014, LogLevel.Information, "{Absorber}: works again after {Failures} failures in {Seconds:F0} s")]
    public static partial void Recovered(this ILogger logger, AbsorberName absorber, int failures, double seconds);

    [LoggerMessage(1020, LogLevel.Debug, "{Absorber}: room of purged rows was not given back: {Message}")]
    public static partial void NotReclaimed(this ILogger logger, AbsorberName absorber, string message);

    [LoggerMessage(1021, LogLevel.Warning, "{Absorber}: room of purged rows could not be given back {Failures} times in a row, last: {Message}")]
    public static partial void ReclaimKeepsFailing(this ILogger logger, AbsorberName absorber, int failures, string message);

    [LoggerMessage(1022, LogLevel.Debug, "{Absorber}: closing a session failed: {Message}")]
    public static partial void CloseFailed(this ILogger logger, AbsorberName absorber, string message);
}
