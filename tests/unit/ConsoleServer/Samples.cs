using Absorber.Contracts;

namespace Absorber.UnitTests.ConsoleServer;

/// <summary>Makes samples of one absorber.</summary>
internal static class Samples
{
    public static readonly DateTimeOffset Noon = new(2026, 5, 4, 12, 0, 0, TimeSpan.Zero);

    public static Sample Idle(DateTimeOffset at, long issued = 0, long depth = 0, double lag = 0) =>
        new() { Absorber = 0, At = at, Kind = SampleKind.Idle, Issued = issued, Absorbed = issued - depth, Depth = depth, LagSeconds = lag };

    public static Sample Batch(DateTimeOffset at, long picked, long issued = 0, long depth = 0, double lag = 0, long milliseconds = 30) =>
        Idle(at, issued, depth, lag) with
        {
            Kind = SampleKind.Batch,
            Picked = picked,
            Merged = picked,
            Purged = picked,
            PickMicroseconds = milliseconds * 100,
            MergeMicroseconds = milliseconds * 800,
            PurgeMicroseconds = milliseconds * 100,
        };

    /// <summary>A failed batch of a database that could not even be asked for its watermarks.</summary>
    public static Sample Error(DateTimeOffset at, string error = "the database is away") =>
        new() { Absorber = 0, At = at, Kind = SampleKind.Error, Error = error };
}
