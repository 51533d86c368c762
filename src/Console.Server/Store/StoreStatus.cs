namespace Absorber.ConsoleServer.Store;

/// <summary>Whether the store can be written to, as the last attempt found.</summary>
internal sealed class StoreStatus
{
    private volatile string? _problem;

    /// <summary>Why history is not being written, for an operator; null while it is.</summary>
    public string? Problem => _problem;

    public bool IsAway => _problem is not null;

    public void Failed(string problem) => _problem = problem;

    public void Healed() => _problem = null;
}
