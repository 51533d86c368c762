using Absorber.Engine.Errors;

namespace Absorber.Engine.Sync;

/// <summary>Why a sync loop ended.</summary>
public enum LoopEnd
{
    /// <summary>It was asked to stop.</summary>
    Stopped,

    /// <summary>It did what <see cref="SyncLoopOptions"/> limited it to: one batch, or a number of rows.</summary>
    Completed,

    /// <summary>Another session holds the absorber's lock, and the loop was told not to stand by.</summary>
    LockedElsewhere,

    /// <summary>Too many consecutive errors.</summary>
    GaveUp,
}

/// <summary>What a sync loop did from start to end.</summary>
/// <param name="End">Why it ended.</param>
/// <param name="Batches">Batches that moved rows.</param>
/// <param name="Picked">Rows taken from the buffer.</param>
/// <param name="Merged">Rows inserted into or updated in the target.</param>
/// <param name="Error">The last error, for <see cref="LoopEnd.GaveUp"/>.</param>
public sealed record LoopOutcome(LoopEnd End, long Batches, long Picked, long Merged, EngineException? Error);
