using Microsoft.Extensions.Logging;

namespace Absorber.Agent;

internal static partial class AgentLog
{
    [LoggerMessage(2001, LogLevel.Information, "Agent {Name} started; console: {Console}")]
    public static partial void Started(this ILogger logger, string name, string console);

    [LoggerMessage(2002, LogLevel.Information, "Stopping: batches in flight may take {Seconds:F0} s more; a second signal cancels them")]
    public static partial void Stopping(this ILogger logger, double seconds);

    [LoggerMessage(2003, LogLevel.Information, "Stopped")]
    public static partial void Stopped(this ILogger logger);
}
