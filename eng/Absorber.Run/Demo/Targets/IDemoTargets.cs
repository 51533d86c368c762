using Absorber.Engine;

namespace Absorber.Run.Demo.Targets;

/// <summary>The database of the demo's targets, on one of the engines.</summary>
internal interface IDemoTargets : IAsyncDisposable
{
    /// <summary>The database's name.</summary>
    string Database { get; }

    IDatabaseEngine Engine { get; }

    /// <summary>What the agent must be told to find the server, and nothing else of it.</summary>
    IReadOnlyDictionary<string, string> AgentEnvironment { get; }

    /// <summary>What the laboratory must be told.</summary>
    IReadOnlyDictionary<string, string> LabEnvironment { get; }

    /// <summary>Makes the database where it is missing.</summary>
    /// <param name="fresh">Whether to begin with an empty one.</param>
    /// <param name="cancellation">Cancels it.</param>
    /// <returns>Engine, version and address, in words.</returns>
    Task<string> PrepareAsync(bool fresh, CancellationToken cancellation);
}
