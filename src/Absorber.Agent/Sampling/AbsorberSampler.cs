using Absorber.Agent.Spool;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;

namespace Absorber.Agent.Sampling;

/// <summary>
/// Takes the samples of one absorber, from its loop and from the watcher, to the spool. Idle ticks that say the same again within
/// a fifth of a second are left out, so that a loop with a short interval does not flood the console with nothing.
/// </summary>
internal sealed class AbsorberSampler(AbsorberName absorber, ISampleSink sink, TimeProvider time)
{
    private static readonly TimeSpan IdleStep = TimeSpan.FromMilliseconds(200);

    private readonly Lock _gate = new();
    private Watermarks _known;
    private bool _lastWasIdle;
    private long? _lastAt;

    /// <summary>The clock of this absorber's lag, shared by its loop and the watcher.</summary>
    public LagClock Lag { get; } = new(time);

    /// <summary>Whether no sample was taken for a while.</summary>
    public bool IsSilentFor(TimeSpan silence)
    {
        lock (_gate) return _lastAt is not { } last || time.GetElapsedTime(last) >= silence;
    }

    public void Take(LoopSample sample)
    {
        lock (_gate)
        {
            var idle = sample.Kind == SampleKind.Idle;
            if (idle && _lastWasIdle && sample.Watermarks == _known && _lastAt is { } last && time.GetElapsedTime(last) < IdleStep) return;

            Put(SampleMapping.FromLoop(sample, _known), sample.Watermarks ?? _known);
        }
    }

    /// <summary>Takes watermarks that the watcher read, unless the loop spoke in the meantime.</summary>
    public void Watch(Watermarks watermarks)
    {
        lock (_gate)
        {
            if (watermarks.Issued < _known.Issued && _lastAt is { } last && time.GetElapsedTime(last) < IdleStep) return;

            Put(SampleMapping.FromWatch(time.GetUtcNow(), watermarks, Lag.Observe(watermarks)), watermarks);
        }
    }

    private void Put(Sample sample, Watermarks watermarks)
    {
        (_known, _lastWasIdle, _lastAt) = (watermarks, sample.Kind == SampleKind.Idle, time.GetTimestamp());
        sink.Append(absorber, sample);
    }
}
