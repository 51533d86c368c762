using Absorber.Contracts;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Loops;

internal static partial class LoopsLog
{
    [LoggerMessage(2101, LogLevel.Information, "{Absorber}: found in database {Database}, enabled: {Enabled}")]
    public static partial void Found(this ILogger logger, AbsorberName absorber, string database, bool enabled);

    [LoggerMessage(2102, LogLevel.Information, "{Absorber}: no longer in database {Database}")]
    public static partial void Gone(this ILogger logger, AbsorberName absorber, string database);

    [LoggerMessage(2103, LogLevel.Warning, "The list of databases could not be read: {Message} Trying again")]
    public static partial void DatabasesNotRead(this ILogger logger, string message);

    [LoggerMessage(2104, LogLevel.Warning, "The absorbers of database {Database} could not be read: {Message} Trying again")]
    public static partial void AbsorbersNotRead(this ILogger logger, string database, string message);

    [LoggerMessage(2105, LogLevel.Information, "{What} can be read again")]
    public static partial void ReadAgain(this ILogger logger, string what);

    [LoggerMessage(2106, LogLevel.Information, "By the console's wish: {Message}")]
    public static partial void CarriedOut(this ILogger logger, string message);

    [LoggerMessage(2107, LogLevel.Warning, "The console's wish could not be met: {Message}")]
    public static partial void NotCarriedOut(this ILogger logger, string message);
}
