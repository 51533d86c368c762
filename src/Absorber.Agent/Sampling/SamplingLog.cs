using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Sampling;

internal static partial class SamplingLog
{
    [LoggerMessage(2301, LogLevel.Debug, "Watermarks of database {Database} could not be read: {Message}")]
    public static partial void LookFailed(this ILogger logger, string database, string message);
}
