namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>A batch of samples that waits to be stored.</summary>
/// <param name="Agent">The console's number of the agent.</param>
/// <param name="Spool">The spool they come from.</param>
/// <param name="First">The sequence number of the first sample.</param>
/// <param name="AcceptsGap">Whether samples between what is stored and <paramref name="First"/> are known to be lost.</param>
/// <param name="Samples">The samples, oldest first.</param>
internal sealed record SpoolWrite(int Agent, Guid Spool, long First, bool AcceptsGap, IReadOnlyList<StoredSample> Samples)
{
    private readonly TaskCompletionSource<long?> _stored = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public long Last => First + Samples.Count - 1;

    /// <summary>The spool's position once this batch has been dealt with; null where the store is away.</summary>
    public Task<long?> Stored => _stored.Task;

    public void Complete(long? position) => _stored.TrySetResult(position);
}
