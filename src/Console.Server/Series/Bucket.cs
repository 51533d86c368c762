using Absorber.Contracts;

namespace Absorber.ConsoleServer.Series;

/// <summary>
/// What happened to one absorber within a stretch of time, as sums that can be added up to longer stretches. Rates are rows
/// over the time in which they were counted, not over the bucket's width, so that a bucket's edges do not distort them.
/// </summary>
internal struct Bucket
{
    /// <summary>Start of the bucket, in Unix seconds.</summary>
    public long Second;

    /// <summary>Grows with every change of any bucket of the series; 0 for a bucket that has never been used.</summary>
    public long Version;

    public double InRows;

    /// <summary>The time in which <see cref="InRows"/> came; 0 where the rate is unknown.</summary>
    public double InSeconds;

    public double OutRows;
    public double OutSeconds;

    /// <summary>Rows/s over the last 10 batches at the end of the bucket; NaN where unknown.</summary>
    public double Rolling;

    /// <summary>Rows in the buffer at the end of the bucket; -1 where unknown.</summary>
    public long Depth;

    /// <summary>The greatest lag, in seconds; NaN where unknown.</summary>
    public double Lag;

    public long PickMicroseconds;
    public long MergeMicroseconds;
    public long PurgeMicroseconds;
    public int Batches;
    public int Errors;

    public static Bucket At(long second) => new() { Second = second, Rolling = double.NaN, Depth = -1, Lag = double.NaN };

    public readonly double? InPerSecond => InSeconds > 0 ? InRows / InSeconds : null;

    public readonly double? OutPerSecond => OutSeconds > 0 ? OutRows / OutSeconds : null;

    /// <summary>Takes this bucket's share of rows that came and went over some time; <paramref name="cameIn"/> null is unknown.</summary>
    public void CountRows(long? cameIn, long wentOut, TimeSpan share, TimeSpan whole)
    {
        // Samples of one moment: the rows count, the time is in the samples around them.
        var part = whole > TimeSpan.Zero ? share / whole : 1;
        OutRows += wentOut * part;
        OutSeconds += share.TotalSeconds;
        if (cameIn is not { } rows)
            return;
        InRows += rows * part;
        InSeconds += share.TotalSeconds;
    }

    /// <summary>Adds a later bucket to this one.</summary>
    public void Add(in Bucket later)
    {
        InRows += later.InRows;
        InSeconds += later.InSeconds;
        OutRows += later.OutRows;
        OutSeconds += later.OutSeconds;
        Rolling = double.IsNaN(later.Rolling) ? Rolling : later.Rolling;
        Depth = later.Depth < 0 ? Depth : later.Depth;
        Lag = Greater(Lag, later.Lag);
        PickMicroseconds += later.PickMicroseconds;
        MergeMicroseconds += later.MergeMicroseconds;
        PurgeMicroseconds += later.PurgeMicroseconds;
        Batches += later.Batches;
        Errors += later.Errors;
    }

    public readonly SeriesPoint ToPoint() => new()
    {
        Time = Second * 1000,
        InPerSecond = Rounded(InPerSecond),
        OutPerSecond = Rounded(OutPerSecond),
        RollingOutPerSecond = double.IsNaN(Rolling) ? null : Rounded(Rolling),
        Depth = Depth < 0 ? null : Depth,
        LagSeconds = double.IsNaN(Lag) ? null : Math.Round(Lag, 3),
        PickMilliseconds = MeanMilliseconds(PickMicroseconds),
        MergeMilliseconds = MeanMilliseconds(MergeMicroseconds),
        PurgeMilliseconds = MeanMilliseconds(PurgeMicroseconds),
        Batches = Batches,
        Errors = Errors,
    };

    public static double Greater(double one, double other) =>
        double.IsNaN(one) ? other : double.IsNaN(other) ? one : Math.Max(one, other);

    private readonly double? MeanMilliseconds(long microseconds) =>
        Batches > 0 ? Math.Round(microseconds / 1000.0 / Batches, 3) : null;

    private static double? Rounded(double? rate) => rate is { } value ? Math.Round(value, 1) : null;
}
