using Absorber.Contracts;

namespace Absorber.ConsoleServer.Series;

/// <summary>The last batches and errors of an absorber. Bounded; not safe for concurrent use.</summary>
internal sealed class RecentBatches
{
    /// <summary>How many batches and errors are kept.</summary>
    public const int Most = 100;

    private const int Rolling = 10;

    private readonly Queue<Sample> _recent = new(Most);
    private readonly Queue<Sample> _rolling = new(Rolling + 1);

    /// <summary>The last batch that moved rows.</summary>
    public Sample? Last { get; private set; }

    public Sample? LastError { get; private set; }

    /// <summary>Batches and errors, newest first.</summary>
    public IReadOnlyList<Sample> NewestFirst() => [.. _recent.Reverse()];

    public void Add(Sample sample)
    {
        if (sample.Kind == SampleKind.Idle)
            return;
        if (_recent.Count == Most)
            _recent.Dequeue();
        _recent.Enqueue(sample);
        if (sample.Kind == SampleKind.Error)
        {
            LastError = sample;
            return;
        }
        Last = sample;
        if (_rolling.Count > Rolling)
            _rolling.Dequeue();
        _rolling.Enqueue(sample);
    }

    /// <summary>Forgets the batches that the rolling rate is made of: what comes next is not of a piece with them.</summary>
    public void BreakRolling() => _rolling.Clear();

    /// <summary>Rows per second over the last 10 batches until now, pauses included; null where no time has passed.</summary>
    public double? RollingPerSecond(DateTimeOffset now)
    {
        if (!_rolling.TryPeek(out var oldest))
            return null;
        var started = oldest.At;
        var rows = 0L;
        if (_rolling.Count == 1)
        {
            started -= TimeSpan.FromMicroseconds(Duration(oldest));
            rows = oldest.Picked;
        }
        else
        {
            foreach (var batch in _rolling.Skip(1))
                rows += batch.Picked;
        }
        var elapsed = (now - started).TotalSeconds;
        return elapsed > 0 ? rows / elapsed : null;
    }

    /// <summary>The duration that 95 of 100 recent batches stay below or at; null without a batch.</summary>
    public TimeSpan? DurationP95()
    {
        Span<long> durations = stackalloc long[Most];
        var count = 0;
        foreach (var sample in _recent)
        {
            if (sample.Kind == SampleKind.Batch)
                durations[count++] = Duration(sample);
        }
        if (count == 0)
            return null;
        durations = durations[..count];
        durations.Sort();
        return TimeSpan.FromMicroseconds(durations[(int)Math.Ceiling(count * 0.95) - 1]);
    }

    private static long Duration(Sample batch) => batch.PickMicroseconds + batch.MergeMicroseconds + batch.PurgeMicroseconds;
}
