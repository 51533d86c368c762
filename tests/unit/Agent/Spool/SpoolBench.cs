using Absorber.Agent.Spool;
using Absorber.Contracts;
using Microsoft.Extensions.Logging.Abstractions;

namespace Absorber.UnitTests.Agent.Spool;

/// <summary>A spool in a folder of its own, that can be left as a killed process leaves it and opened again.</summary>
internal sealed class SpoolBench : IDisposable
{
    public static readonly AbsorberName Orders = new("db", "sales", "orders");

    public static readonly AbsorberName Readings = new("db", "iot", "readings");

    private SampleSpool? _spool;

    public SpoolBench(SpoolOptions? options = null)
    {
        Options = options ?? new SpoolOptions();
        Open();
    }

    public string Folder { get; } = Directory.CreateTempSubdirectory("absorber-spool-").FullName;

    public SpoolOptions Options { get; }

    public ManualTimeProvider Time { get; } = new();

    public SampleSpool Spool => _spool!;

    public string[] Segments => [.. Directory.GetFiles(Folder, "*" + Segment.Extension).Order(StringComparer.Ordinal)];

    /// <summary>Samples are told apart by their batch number.</summary>
    public static Sample Sample(long batch) => new() { Absorber = 0, At = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero), Kind = SampleKind.Batch, Batch = batch, Picked = 10, LagSeconds = 0.25 };

    public void Open() => _spool = SampleSpool.Open(Folder, Options, Time, NullLogger.Instance);

    /// <summary>Ends the process without a last flush, as kill -9 does, and begins another.</summary>
    public void Reopen()
    {
        Leave();
        Open();
    }

    public void Leave()
    {
        _spool?.Dispose();
        _spool = null;
    }

    /// <summary>Appends samples with the batch numbers given, and flushes.</summary>
    public void Put(long from, long to, AbsorberName? absorber = null)
    {
        for (var batch = from; batch <= to; batch++) Spool.Append(absorber ?? Orders, Sample(batch));
        Spool.Flush();
    }

    /// <summary>All that follows, read batch by batch without acknowledging: sequence number and batch number of each.</summary>
    public List<(long Sequence, long Batch)> ReadAll(long after = 0, int most = 7)
    {
        var all = new List<(long, long)>();
        while (Spool.Read(after, most) is { } batch)
        {
            for (var i = 0; i < batch.Samples.Count; i++) all.Add((batch.FirstSequence + i, batch.Samples[i].Batch));
            after = batch.FirstSequence + batch.Samples.Count - 1;
        }

        return all;
    }

    public void Dispose()
    {
        Leave();
        if (Directory.Exists(Folder)) Directory.Delete(Folder, recursive: true);
    }
}
