using Absorber.Engine.Absorbers;

namespace Absorber.Engine.Sync;

/// <summary>What one committed batch did. Everything a sample needs travels here.</summary>
public sealed record BatchResult
{
    /// <summary>The batch's number, counted in its own transaction; 0 where the batch found nothing and wrote nothing.</summary>
    public required long Batch { get; init; }

    public required long Picked { get; init; }

    public required long Merged { get; init; }

    public required long Purged { get; init; }

    public required TimeSpan PickTime { get; init; }

    public required TimeSpan MergeTime { get; init; }

    /// <summary>Time to purge and to commit.</summary>
    public required TimeSpan PurgeTime { get; init; }

    /// <summary>The watermarks at the end of the batch.</summary>
    public required Watermarks Watermarks { get; init; }

    /// <summary>The settings in force, read in the batch's own transaction, so that a change counts from the next batch on.</summary>
    public required Contracts.AbsorberSettings Settings { get; init; }
}
