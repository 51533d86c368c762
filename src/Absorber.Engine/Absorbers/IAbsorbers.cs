using Absorber.Contracts;

namespace Absorber.Engine.Absorbers;

/// <summary>
/// Makes, changes and drops absorbers on one server. Every failure is an <see cref="Errors.EngineException"/> whose message says
/// what was wrong and what would be right; a failed call leaves nothing half-made behind.
/// </summary>
public interface IAbsorbers
{
    /// <summary>The absorbers of a database; empty where the framework is not installed.</summary>
    Task<IReadOnlyList<AbsorberInfo>> ReadAsync(string database, CancellationToken cancellation);

    /// <summary>The SQL that <see cref="CreateAsync"/> would run, framework included where it is missing. Runs none of it.</summary>
    Task<string> ScriptCreateAsync(AbsorberSpec spec, CancellationToken cancellation);

    /// <summary>Creates the buffer and the objects around it, in one transaction, and enables it.</summary>
    Task<AbsorberInfo> CreateAsync(AbsorberSpec spec, CancellationToken cancellation);

    /// <summary>Changes settings. Batch size, interval and errors count from the next batch on; no row is dropped by any change.</summary>
    Task<AbsorberInfo> ChangeAsync(AbsorberName name, AbsorberSettings settings, CancellationToken cancellation);

    /// <summary>Remembers whether the loop should run.</summary>
    Task SetEnabledAsync(AbsorberName name, bool enabled, CancellationToken cancellation);

    /// <summary>Drops the absorber. Refuses while a loop holds its lock, and while its buffer holds rows unless <paramref name="discardRows"/>.</summary>
    Task DropAsync(AbsorberName name, bool discardRows, CancellationToken cancellation);

    /// <summary>The watermarks of all absorbers of a database, in one round trip and without a scan.</summary>
    Task<IReadOnlyDictionary<AbsorberName, Watermarks>> ReadWatermarksAsync(string database, CancellationToken cancellation);
}
