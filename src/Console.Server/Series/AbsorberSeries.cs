using System.Runtime.CompilerServices;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Series;

/// <summary>Everything the console remembers of one absorber's samples: 15 minutes of buckets and the last figures. Safe for concurrent use.</summary>
internal sealed class AbsorberSeries
{
    /// <summary>Samples further apart than this are not connected: what happened in between is unknown.</summary>
    public static readonly TimeSpan LongestInterval = TimeSpan.FromSeconds(60);

    /// <summary>Present rates are taken over this long.</summary>
    private const int RateSeconds = 5;

    private readonly Lock _lock = new();
    private readonly BucketRing _ring = new();
    private readonly RecentBatches _batches = new();
    private readonly Trend _trend = new();
    private Sample? _last;
    private Sample? _measured;
    private long _version;

    /// <summary>Grows with every sample.</summary>
    public long Version
    {
        get
        {
            lock (_lock)
                return _version;
        }
    }

    /// <summary>Takes the next sample. Samples come in the order of the spool; one from before the last is counted, but tells no rate.</summary>
    public void Add(Sample sample)
    {
        lock (_lock)
        {
            var elapsed = _last is null ? (TimeSpan?)null : sample.At - _last.At;
            var connected = elapsed >= TimeSpan.Zero && elapsed <= LongestInterval;
            if (!connected)
                _batches.BreakRolling();
            _batches.Add(sample);
            Count(sample, connected ? elapsed : null);

            if (HasWatermarks(sample))
                _measured = sample;
            _last = sample;
        }
    }

    public Figures Figures(DateTimeOffset now)
    {
        lock (_lock)
        {
            var rates = Rates(now);
            return new Figures
            {
                Measured = _measured,
                InPerSecond = rates.InPerSecond,
                OutPerSecond = rates.OutPerSecond,
                BatchP95 = _batches.DurationP95(),
                LastBatch = _batches.Last,
                LastError = _batches.LastError is { } error && error.At > now - TimeSpan.FromSeconds(BucketRing.Length) ? error.Error : null,
                RecentErrors = _trend.Errors(now),
                LagTrend = _trend.Lags(now),
            };
        }
    }

    /// <summary>The points from one time to before another, one per second.</summary>
    public IReadOnlyList<Bucket> Between(DateTimeOffset from, DateTimeOffset to)
    {
        lock (_lock)
            return [.. _ring.Between(from.ToUnixTimeSeconds(), to.ToUnixTimeSeconds())];
    }

    /// <summary>The points that changed after a version, and the version they are of.</summary>
    public (long Version, IReadOnlyList<SeriesPoint> Points) ChangedSince(long version)
    {
        lock (_lock)
        {
            return version >= _version
                ? (_version, [])
                : (_version, [.. _ring.ChangedSince(version).Select(bucket => bucket.ToPoint())]);
        }
    }

    /// <summary>The last batches and errors, newest first; at most <see cref="RecentBatches.Most"/>.</summary>
    public IReadOnlyList<Sample> Batches()
    {
        lock (_lock)
            return _batches.NewestFirst();
    }

    private void Count(Sample sample, TimeSpan? elapsed)
    {
        _version++;
        var second = sample.At.ToUnixTimeSeconds();
        var measured = HasWatermarks(sample);
        _trend.Add(second, measured ? sample.LagSeconds : double.NaN, sample.Kind == SampleKind.Error ? 1 : 0);
        ref var bucket = ref _ring.Of(second);
        if (Unsafe.IsNullRef(ref bucket))
            return;

        bucket.Version = _version;
        if (elapsed is { } time)
            CountRows(ref bucket, sample, time);
        if (measured)
        {
            bucket.Depth = sample.Depth;
            bucket.Lag = Bucket.Greater(bucket.Lag, sample.LagSeconds);
        }
        bucket.Rolling = _batches.RollingPerSecond(sample.At) ?? bucket.Rolling;
        if (sample.Kind == SampleKind.Error)
            bucket.Errors++;
        if (sample.Kind != SampleKind.Batch)
            return;
        bucket.Batches++;
        bucket.PickMicroseconds += sample.PickMicroseconds;
        bucket.MergeMicroseconds += sample.MergeMicroseconds;
        bucket.PurgeMicroseconds += sample.PurgeMicroseconds;
    }

    /// <summary>
    /// Rows count for the time since the last sample, so each second gets its share of them: where the last sample was, and here.
    /// Seconds between the two have no sample of their own and stay gaps.
    /// </summary>
    private void CountRows(ref Bucket bucket, Sample sample, TimeSpan elapsed)
    {
        // After a failed look at the watermarks, or when the buffer was made anew, nobody knows what came in.
        var cameIn = HasWatermarks(_last!) && HasWatermarks(sample) && sample.Issued >= _last!.Issued
            ? sample.Issued - _last.Issued
            : (long?)null;

        var here = sample.At - Later(_last!.At, DateTimeOffset.FromUnixTimeSeconds(bucket.Second));
        bucket.CountRows(cameIn, sample.Picked, here, elapsed);

        var before = _last.At.ToUnixTimeSeconds();
        ref var other = ref _ring.Existing(before);
        if (before == bucket.Second || Unsafe.IsNullRef(ref other))
            return;
        other.CountRows(cameIn, sample.Picked, DateTimeOffset.FromUnixTimeSeconds(before + 1) - _last.At, elapsed);
        other.Version = _version;
    }

    private static DateTimeOffset Later(DateTimeOffset one, DateTimeOffset other) => one > other ? one : other;

    private Bucket Rates(DateTimeOffset now)
    {
        var rates = Bucket.At(0);
        if (_last is null || now - _last.At > LongestInterval)
            return rates;
        var last = _last.At.ToUnixTimeSeconds();
        foreach (var bucket in _ring.Between(last - RateSeconds + 1, last + 1))
            rates.Add(bucket);
        return rates;
    }

    /// <summary>An error often means that the database could not be asked; then the sample's watermarks are empty, not zero.</summary>
    private static bool HasWatermarks(Sample sample) => sample.Kind != SampleKind.Error || sample.Issued > 0;
}
