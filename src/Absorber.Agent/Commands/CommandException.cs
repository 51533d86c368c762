namespace Absorber.Agent.Commands;

/// <summary>A command cannot do what it was asked to; the message says why and what to do.</summary>
internal sealed class CommandException(string message) : Exception(message);
