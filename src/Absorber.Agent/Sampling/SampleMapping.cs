using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;

namespace Absorber.Agent.Sampling;

/// <summary>Turns what loops and the watcher measure into the samples that the console stores.</summary>
internal static class SampleMapping
{
    /// <param name="sample">What a loop measured.</param>
    /// <param name="known">The last known watermarks, for a failure that has none of its own.</param>
    public static Sample FromLoop(LoopSample sample, Watermarks known)
    {
        var watermarks = sample.Watermarks ?? known;
        return new Sample
        {
            Absorber = 0,
            At = sample.At,
            Kind = sample.Kind,
            Batch = sample.Result?.Batch ?? 0,
            Picked = sample.Result?.Picked ?? 0,
            Merged = sample.Result?.Merged ?? 0,
            Purged = sample.Result?.Purged ?? 0,
            PickMicroseconds = Microseconds(sample.Result?.PickTime),
            MergeMicroseconds = Microseconds(sample.Result?.MergeTime),
            PurgeMicroseconds = Microseconds(sample.Result?.PurgeTime),
            Issued = watermarks.Issued,
            Absorbed = watermarks.Absorbed,
            Depth = watermarks.Depth,
            LagSeconds = Math.Round(sample.Lag.Age.TotalSeconds, 3),
            LagIsLowerBound = sample.Lag.IsLowerBound,
            Error = sample.Error,
        };
    }

    public static Sample FromWatch(DateTimeOffset at, Watermarks watermarks, Lag lag) => new()
    {
        Absorber = 0,
        At = at,
        Kind = SampleKind.Idle,
        Issued = watermarks.Issued,
        Absorbed = watermarks.Absorbed,
        Depth = watermarks.Depth,
        LagSeconds = Math.Round(lag.Age.TotalSeconds, 3),
        LagIsLowerBound = lag.IsLowerBound,
    };

    private static long Microseconds(TimeSpan? time) => (long)(time?.TotalMicroseconds ?? 0);
}
