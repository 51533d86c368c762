using System.Text.Json.Serialization;

namespace Absorber.Contracts;

/// <summary>
/// What happened to one absorber within one bucket of time: a second in live charts, longer in long ranges.
/// A bucket without any sample has no point, so that charts draw a gap. A null figure is unknown, never zero.
/// </summary>
public sealed record SeriesPoint
{
    /// <summary>Start of the bucket, Unix milliseconds, UTC.</summary>
    [JsonPropertyName("t")]
    public required long Time { get; init; }

    /// <summary>Rows per second that came into the buffer.</summary>
    [JsonPropertyName("in")]
    public double? InPerSecond { get; init; }

    /// <summary>Rows per second that left the buffer within the bucket.</summary>
    [JsonPropertyName("out")]
    public double? OutPerSecond { get; init; }

    /// <summary>Rows per second absorbed, over the last 10 batches at the end of the bucket.</summary>
    [JsonPropertyName("roll")]
    public double? RollingOutPerSecond { get; init; }

    /// <summary>Rows in the buffer at the end of the bucket.</summary>
    [JsonPropertyName("depth")]
    public long? Depth { get; init; }

    /// <summary>The greatest lag in the bucket, in seconds.</summary>
    [JsonPropertyName("lag")]
    public double? LagSeconds { get; init; }

    /// <summary>Mean time per batch to pick, in milliseconds; null without a batch.</summary>
    [JsonPropertyName("pick")]
    public double? PickMilliseconds { get; init; }

    /// <summary>Mean time per batch to merge, in milliseconds; null without a batch.</summary>
    [JsonPropertyName("merge")]
    public double? MergeMilliseconds { get; init; }

    /// <summary>Mean time per batch to purge and commit, in milliseconds; null without a batch.</summary>
    [JsonPropertyName("purge")]
    public double? PurgeMilliseconds { get; init; }

    /// <summary>Batches that ended in the bucket.</summary>
    [JsonPropertyName("batches")]
    public int Batches { get; init; }

    /// <summary>Batches that failed in the bucket.</summary>
    [JsonPropertyName("errors")]
    public int Errors { get; init; }
}
