using Absorber.Contracts;

namespace Absorber.ConsoleClient.Views;

/// <summary>What pages and fragments ask of the server's memory. Never waits for a database.</summary>
public interface IFleet
{
    FleetView Current { get; }

    /// <summary>One absorber of <see cref="Current"/>; null where there is none of that number.</summary>
    AbsorberView? Find(int absorber);
}

/// <summary>What pages ask of the store.</summary>
public interface IHistory
{
    /// <summary>Points of one absorber from <paramref name="from"/> to <paramref name="to"/>, in buckets of <paramref name="step"/>, oldest first.</summary>
    Task<IReadOnlyList<SeriesPoint>> ReadPointsAsync(int absorber, DateTimeOffset from, DateTimeOffset to, TimeSpan step, CancellationToken cancellation);

    /// <summary>The last batches, newest first.</summary>
    Task<IReadOnlyList<BatchView>> ReadBatchesAsync(int absorber, int most, bool onlyErrors, CancellationToken cancellation);

    /// <summary>What operators did to an absorber, newest first.</summary>
    Task<IReadOnlyList<ActionView>> ReadActionsAsync(int absorber, int most, CancellationToken cancellation);
}

/// <summary>One batch, or one error, as the page lists it.</summary>
public sealed record BatchView(DateTimeOffset At, long Batch, long Picked, long Merged, double PickMilliseconds, double MergeMilliseconds, double PurgeMilliseconds, long Depth, double LagSeconds, string? Error);

/// <summary>A change that someone made through the console.</summary>
public sealed record ActionView(DateTimeOffset At, string Who, string What, bool Succeeded, string Outcome);
