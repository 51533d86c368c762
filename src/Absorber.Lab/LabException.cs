namespace Absorber.Lab;

/// <summary>The laboratory cannot do what it was asked for; the message says in one line why and what to do.</summary>
internal sealed class LabException(string message) : Exception(message);
