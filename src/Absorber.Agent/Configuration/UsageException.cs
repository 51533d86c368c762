namespace Absorber.Agent.Configuration;

/// <summary>The command line or the configuration cannot be used; the message says why and what would be right.</summary>
internal sealed class UsageException(string message) : Exception(message);
