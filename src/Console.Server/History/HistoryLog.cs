namespace Absorber.ConsoleServer.History;

/// <summary>Event ids 3400 to 3499.</summary>
internal static partial class HistoryLog
{
    [LoggerMessage(3401, LogLevel.Warning, "History could not be read: {Problem}")]
    public static partial void HistoryUnreadable(this ILogger log, string problem);
}
