namespace Absorber.Run;

/// <summary>Something stands in the way; the message says in one line what and what to do.</summary>
internal sealed class RunException(string message) : Exception(message);
