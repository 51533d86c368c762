namespace Absorber.ConsoleServer.Fleet;

/// <summary>The connection over which an agent is present.</summary>
/// <param name="Id">SignalR's name of it.</param>
/// <param name="Spool">The spool that the agent said it sends from: tells one agent from another of the same name.</param>
/// <param name="Since">Since when.</param>
/// <param name="Abort">Closes it.</param>
internal sealed record AgentConnection(string Id, Guid Spool, DateTimeOffset Since, Action Abort);
