namespace Absorber.Contracts;

/// <summary>What the sync loop of an absorber is doing, as its agent sees it.</summary>
public enum AbsorberState
{
    /// <summary>No loop runs, because an operator stopped it or it was never started. Rows stay in the buffer.</summary>
    Stopped,

    /// <summary>The loop is connecting to its database and asking for its lock.</summary>
    Starting,

    /// <summary>The loop holds its lock and takes batches.</summary>
    Running,

    /// <summary>Another session holds the absorber's lock; the loop asks again until it gets it.</summary>
    StandingBy,

    /// <summary>Batches fail; the loop waits and tries again.</summary>
    Retrying,

    /// <summary>The loop finishes the batch in flight and takes no other.</summary>
    Stopping,

    /// <summary>The loop gave up after too many consecutive errors. It starts again when an operator says so.</summary>
    Failed,
}
