using Absorber.Contracts;

namespace Absorber.Engine.Absorbers;

/// <summary>An absorber that exists in a database.</summary>
public sealed record AbsorberInfo
{
    public required AbsorberName Name { get; init; }

    /// <summary>The absorber's number within its database, which names its lock.</summary>
    public required int Id { get; init; }

    public required AbsorberSettings Settings { get; init; }

    /// <summary>Whether its loop should run. Kept in the database, so that it outlives agent and console.</summary>
    public required bool Enabled { get; init; }

    /// <summary>The buffer's name, quoted for use in SQL.</summary>
    public required string Buffer { get; init; }
}
