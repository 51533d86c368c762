namespace Absorber.ConsoleServer.Hubs;

/// <summary>Event ids 3300 to 3399.</summary>
internal static partial class HubLog
{
    [LoggerMessage(3301, LogLevel.Information, "Agent {Agent} {Version} connected, for {Engine} on {Server} with {Absorbers} absorbers")]
    public static partial void AgentConnected(this ILogger log, string agent, string version, string engine, string server, int absorbers);

    [LoggerMessage(3302, LogLevel.Warning, "Agent {Agent} is gone: {Reason}")]
    public static partial void AgentGone(this ILogger log, string agent, string reason);

    [LoggerMessage(3303, LogLevel.Warning, "A second agent named {Agent}, on {Server}, takes the place of the first, which is disconnected and refused as long as the second stays. Give each agent a name of its own")]
    public static partial void AgentDisplaced(this ILogger log, string agent, string server);
}
