using Absorber.Contracts;
using Absorber.Engine.Sync;

namespace Absorber.Agent.Commands;

/// <summary>Prints what a loop does for someone who watches it in a terminal.</summary>
internal sealed class SyncPrinter(AbsorberName absorber, bool stats, TextWriter output, TextWriter errors) : ILoopObserver
{
    public void StatusChanged(LoopStatus status)
    {
        if (status.State is AbsorberState.Retrying) errors.WriteLine($"{absorber}: {status.Reason}");
    }

    public void Sampled(LoopSample sample)
    {
        if (!stats || sample is not { Kind: SampleKind.Batch, Result: { } batch }) return;

        var bound = sample.Lag.IsLowerBound ? "at least " : "";
        output.WriteLine(FormattableString.Invariant(
            $"{sample.At:HH:mm:ss.fff} batch {batch.Batch:N0}: {batch.Picked:N0} rows, {batch.Merged:N0} merged, pick {batch.PickTime.TotalMilliseconds:F1} ms, merge {batch.MergeTime.TotalMilliseconds:F1} ms, purge {batch.PurgeTime.TotalMilliseconds:F1} ms, depth {batch.Watermarks.Depth:N0}, lag {bound}{sample.Lag.Age.TotalSeconds:F1} s"));
    }
}
