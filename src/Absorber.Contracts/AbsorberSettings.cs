namespace Absorber.Contracts;

/// <summary>What an operator may tune on an absorber.</summary>
public sealed record AbsorberSettings
{
    /// <summary>The most rows that one batch picks; null picks all that are queued.</summary>
    /// <value>The default is 10,000; from 1 to 10,000,000.</value>
    public long? BatchSize { get; init; } = 10_000;

    /// <summary>How long the sync loop waits after a batch that found nothing. A batch that found rows is followed at once.</summary>
    /// <value>The default is 1 s; from 10 ms to 1 h.</value>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How many consecutive failed batches make the loop give up.</summary>
    /// <value>The default is 3; from 1 to 1,000.</value>
    public int MaxErrors { get; init; } = 3;

    /// <summary>Whether rows in the buffer survive a crash of the database server (logged, durable) or not (unlogged).</summary>
    /// <value>The default is true.</value>
    public bool Persisted { get; init; } = true;

    /// <summary>The most processors that one batch may use (<c>MAXDOP</c>); null leaves it to the engine. SQL Server only.</summary>
    /// <value>The default is null; from 1 to 64.</value>
    public int? MaxDop { get; init; }

    /// <summary>Hash buckets of a buffer in memory, which the engine rounds up to a power of two; null for an ordered index instead. SQL Server only.</summary>
    /// <value>The default is null; from 1 to 1,073,741,824.</value>
    public long? HashBuckets { get; init; }

    /// <summary>Where the buffer lies; null, when creating, for what the server can do best. Fixed once the absorber is there. SQL Server only.</summary>
    public BufferKind? Buffer { get; init; }
}

/// <summary>Where a buffer lies.</summary>
public enum BufferKind
{
    /// <summary>In memory, without latches or locks (In-Memory OLTP).</summary>
    Memory,

    /// <summary>On disk, as an ordinary table.</summary>
    Disk,
}
