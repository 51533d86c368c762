namespace Absorber.Engine.Sync;

/// <summary>
/// One database session that runs the batches of one absorber. It holds the absorber's lock from the first success of
/// <see cref="TryLockAsync"/> until it is disposed or its connection dies, whichever comes first.
/// </summary>
public interface ILoopSession : IAsyncDisposable
{
    /// <summary>Asks for the absorber's lock without waiting. False where another session holds it.</summary>
    Task<bool> TryLockAsync(CancellationToken cancellation);

    /// <summary>
    /// Runs one batch in one transaction: pick a cut-off, merge the latest row of each key up to it, purge what was merged.
    /// Cancelling rolls the batch back.
    /// </summary>
    /// <param name="mostRows">A limit below the absorber's own batch size, for callers that want no more; null for none.</param>
    /// <param name="cancellation">Cancels the batch in flight.</param>
    /// <exception cref="Errors.EngineException">The batch failed and was rolled back, or its outcome is unknown.</exception>
    Task<BatchResult> RunBatchAsync(long? mostRows, CancellationToken cancellation);

    /// <summary>Gives back the room of purged rows where that can be done without making anyone wait. Cheap when there is nothing to do.</summary>
    Task ReclaimAsync(CancellationToken cancellation);
}
