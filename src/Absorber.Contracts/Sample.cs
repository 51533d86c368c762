namespace Absorber.Contracts;

/// <summary>Why a sample was taken.</summary>
public enum SampleKind
{
    /// <summary>A batch that moved rows.</summary>
    Batch,

    /// <summary>A look at the watermarks without a batch: an idle tick of a running loop, or a watch over a stopped one.</summary>
    Idle,

    /// <summary>A batch that failed and was rolled back.</summary>
    Error,
}

/// <summary>The measurements of one batch, or of one idle tick.</summary>
public sealed record Sample
{
    /// <summary>The index of the absorber in <see cref="SampleBatch.Absorbers"/>.</summary>
    public required int Absorber { get; init; }

    /// <summary>When the batch ended, by the agent's clock, in UTC.</summary>
    public required DateTimeOffset At { get; init; }

    public required SampleKind Kind { get; init; }

    /// <summary>The number of the batch, counted by the database in the batch's own transaction; 0 where there was none.</summary>
    public long Batch { get; init; }

    /// <summary>Rows taken from the buffer.</summary>
    public long Picked { get; init; }

    /// <summary>Rows inserted into or updated in the target: the latest of each key.</summary>
    public long Merged { get; init; }

    /// <summary>Rows that left the buffer, in the same transaction as the merge.</summary>
    public long Purged { get; init; }

    /// <summary>Time to find the cut-off, in microseconds.</summary>
    public long PickMicroseconds { get; init; }

    /// <summary>Time to merge, in microseconds.</summary>
    public long MergeMicroseconds { get; init; }

    /// <summary>Time to purge and commit, in microseconds.</summary>
    public long PurgeMicroseconds { get; init; }

    /// <summary>
    /// Rows that the buffer has taken in since it was made: a counter that only grows, rolled back rows included.
    /// In a sample of <see cref="SampleKind.Error"/> it is the last known count, 0 where none is known: take no rate from it.
    /// </summary>
    public long Issued { get; init; }

    /// <summary>How far the loop has come on the scale of <see cref="Issued"/>.</summary>
    public long Absorbed { get; init; }

    /// <summary>Rows in the buffer: from watermarks, so an estimate while transactions are open.</summary>
    public long Depth { get; init; }

    /// <summary>Age of the oldest row in the buffer, in seconds; 0 for an empty buffer.</summary>
    public double LagSeconds { get; init; }

    /// <summary>True where the agent can only say that the lag is at least <see cref="LagSeconds"/>: the row is older than its watch.</summary>
    public bool LagIsLowerBound { get; init; }

    /// <summary>What failed and what to do about it, for <see cref="SampleKind.Error"/>.</summary>
    public string? Error { get; init; }
}
