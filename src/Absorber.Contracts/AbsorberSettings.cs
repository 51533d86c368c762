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
}
