using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Connection;

internal static partial class ConnectionLog
{
    [LoggerMessage(2401, LogLevel.Information, "Connected to the console at {Console}")]
    public static partial void Connected(this ILogger logger, Uri console);

    [LoggerMessage(2402, LogLevel.Warning, "The connection to the console at {Console} was lost: {Message} Loops go on; samples wait in the spool")]
    public static partial void Lost(this ILogger logger, Uri console, string message);

    [LoggerMessage(2403, LogLevel.Information, "The console at {Console} cannot be reached: {Message} Trying again in {Seconds:F1} s")]
    public static partial void NotConnected(this ILogger logger, Uri console, string message, double seconds);

    [LoggerMessage(2404, LogLevel.Warning, "The console at {Console} could not be reached {Failures} times in a row, last: {Message} Loops go on; samples wait in the spool")]
    public static partial void StillNotConnected(this ILogger logger, Uri console, int failures, string message);

    [LoggerMessage(2405, LogLevel.Error, "The console at {Console} refuses this agent: {Refusal} Asking again in {Seconds:F0} s")]
    public static partial void Refused(this ILogger logger, Uri console, string refusal, double seconds);
}
