using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Spool;

internal static partial class SpoolLog
{
    [LoggerMessage(2201, LogLevel.Warning, "Samples cannot be written to {Folder}: {Message} Loops go on; the last {Most} samples are kept in memory")]
    public static partial void DiskRefuses(this ILogger logger, string folder, string message, int most);

    [LoggerMessage(2202, LogLevel.Information, "Samples can be written to {Folder} again")]
    public static partial void DiskTakesAgain(this ILogger logger, string folder);

    [LoggerMessage(2203, LogLevel.Warning, "The spool is full: the oldest {Samples} samples were dropped to stay within {Megabytes} MB")]
    public static partial void SegmentDropped(this ILogger logger, long samples, long megabytes);

    [LoggerMessage(2204, LogLevel.Warning, "{Path} cannot be read: {Message}")]
    public static partial void SegmentUnreadable(this ILogger logger, string path, string message);

    [LoggerMessage(2205, LogLevel.Warning, "{Path} cannot be deleted: {Message}")]
    public static partial void SegmentNotDeleted(this ILogger logger, string path, string message);

    [LoggerMessage(2206, LogLevel.Warning, "The console holds samples that were lost here; samples from {First} on are renumbered by {Offset}")]
    public static partial void Renumbered(this ILogger logger, long first, long offset);

    [LoggerMessage(2207, LogLevel.Debug, "The count of dropped samples could not be written: {Message}")]
    public static partial void CountNotWritten(this ILogger logger, string message);
}
