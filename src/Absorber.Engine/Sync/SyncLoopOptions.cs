namespace Absorber.Engine.Sync;

/// <summary>How a sync loop runs, apart from the absorber's own settings, which it reads from the database.</summary>
public sealed record SyncLoopOptions
{
    /// <summary>Whether the loop ends after one batch, even if that found nothing.</summary>
    public bool Once { get; init; }

    /// <summary>The number of rows after which the loop ends, never picking one more; null for no end. At least 1.</summary>
    public long? MaxRows { get; init; }

    /// <summary>Whether to wait for a lock that another session holds, rather than to end.</summary>
    /// <value>The default is true.</value>
    public bool StandBy { get; init; } = true;

    /// <summary>How long to wait before asking again for a lock that another session holds.</summary>
    /// <value>The default is 2 s.</value>
    public TimeSpan LockInterval { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The waits after errors of the absorber itself. These errors count towards the absorber's <c>MaxErrors</c>.</summary>
    /// <value>The default is 1 s, doubled up to 30 s.</value>
    public BackoffRange OnError { get; init; } = new(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(30));

    /// <summary>The waits while the server cannot be reached, or lacks resources.</summary>
    /// <value>The default is 250 ms, doubled up to 10 s.</value>
    public BackoffRange OnUnavailable { get; init; } = new(TimeSpan.FromMilliseconds(250), TimeSpan.FromSeconds(10));

    /// <summary>The waits after the server gave way to someone else.</summary>
    /// <value>The default is 20 ms, doubled up to 1 s.</value>
    public BackoffRange OnContention { get; init; } = new(TimeSpan.FromMilliseconds(20), TimeSpan.FromSeconds(1));
}
