namespace Absorber.ConsoleServer.Store;

/// <summary>Event ids 3100 to 3199.</summary>
internal static partial class StoreLog
{
    [LoggerMessage(3101, LogLevel.Error, "History is not being written: {Problem} Samples wait in their agents' spools.")]
    public static partial void StoreLost(this ILogger log, string problem);

    [LoggerMessage(3102, LogLevel.Information, "The store is back after {Away}; agents send what was missed")]
    public static partial void StoreBack(this ILogger log, TimeSpan away);

    [LoggerMessage(3103, LogLevel.Information, "The store is ready: {Database} at {Server}, {Migrations} migrations applied just now")]
    public static partial void StoreReady(this ILogger log, string database, string server, int migrations);

    [LoggerMessage(3104, LogLevel.Information, "Refilled the last 15 minutes of {Absorbers} absorbers from {Samples} samples in {Elapsed}")]
    public static partial void Refilled(this ILogger log, int absorbers, long samples, TimeSpan elapsed);
}
