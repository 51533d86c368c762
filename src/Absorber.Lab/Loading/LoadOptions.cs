using Absorber.Lab.Engines;

namespace Absorber.Lab.Loading;

/// <summary>What load is wanted.</summary>
internal sealed record LoadOptions
{
    public required ILabDatabase Database { get; init; }

    /// <summary>How long; null until <see cref="Rows"/> or until told to stop.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>How many rows, roughly; null for no limit.</summary>
    public long? Rows { get; init; }

    public required Phases Phases { get; init; }

    /// <summary>Producer connections.</summary>
    public required int Connections { get; init; }

    /// <summary>The same seed gives the same transactions per producer; when they run depends on the machine.</summary>
    public required int Seed { get; init; }
}
