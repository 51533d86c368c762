namespace Absorber.ConsoleServer.Fleet;

/// <summary>Event ids 3200 to 3299.</summary>
internal static partial class FleetLog
{
    [LoggerMessage(3201, LogLevel.Warning, "What agent {Agent} reported is not in the store yet: {Problem}")]
    public static partial void NotSaved(this ILogger log, string agent, string problem);

    [LoggerMessage(3202, LogLevel.Information, "{Who} asked to {What} {Absorber}: {Outcome}")]
    public static partial void Commanded(this ILogger log, string who, string what, string absorber, string outcome);

    [LoggerMessage(3203, LogLevel.Error, "{Count} entries of the audit wait for the store: {Problem}")]
    public static partial void AuditWaits(this ILogger log, int count, string problem);

    [LoggerMessage(3204, LogLevel.Error, "Putting the fleet's figures together failed")]
    public static partial void RefreshFailed(this ILogger log, Exception error);
}
