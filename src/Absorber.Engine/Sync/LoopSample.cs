using Absorber.Contracts;
using Absorber.Engine.Absorbers;

namespace Absorber.Engine.Sync;

/// <summary>What a sync loop measured: a batch, an idle tick, or a failure.</summary>
public sealed record LoopSample
{
    public required SampleKind Kind { get; init; }

    /// <summary>When the batch ended, UTC.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The batch; null for a failure.</summary>
    public BatchResult? Result { get; init; }

    /// <summary>The watermarks at the end of the batch; for a failure the last known ones, or null where none were ever read.</summary>
    public Watermarks? Watermarks { get; init; }

    public required Lag Lag { get; init; }

    /// <summary>What failed, for <see cref="SampleKind.Error"/>.</summary>
    public string? Error { get; init; }
}
