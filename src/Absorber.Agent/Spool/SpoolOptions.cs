namespace Absorber.Agent.Spool;

/// <summary>The limits of a spool.</summary>
internal sealed record SpoolOptions
{
    /// <summary>The most bytes on disk; beyond it the oldest segment is dropped.</summary>
    public long MostBytes { get; init; } = 256L << 20;

    /// <summary>How large a segment grows before the next is begun.</summary>
    public long SegmentBytes { get; init; } = 4L << 20;

    /// <summary>The most samples that wait in memory to be written, and the most that are kept in memory where the disk takes none.</summary>
    public int MostInMemory { get; init; } = 50_000;

    /// <summary>How long the disk is left alone after it refused a write.</summary>
    public TimeSpan RetryDisk { get; init; } = TimeSpan.FromSeconds(5);
}
