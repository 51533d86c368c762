using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Series;
using Absorber.ConsoleServer.Store;
using Absorber.ConsoleServer.Store.Samples;
using Absorber.Contracts;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;

namespace Absorber.ConsoleServer.History;

/// <summary>
/// The past, from memory as far as memory goes, else from the store. While the store is away, memory is all there is: pages say so,
/// and what is missing is missing, as a gap.
/// </summary>
internal sealed class HistoryReader(
    FleetMemory fleet,
    PointReader points,
    SampleReader samples,
    IDbContextFactory<StoreContext> store,
    StoreStatus status,
    IOptions<ConsoleOptions> options,
    TimeProvider time,
    ILogger<HistoryReader> log) : IHistory
{
    /// <summary>The most points of one answer.</summary>
    public const int MostPoints = 2_000;

    private const int SecondsAhead = 3_600;

    public async Task<IReadOnlyList<SeriesPoint>> ReadPointsAsync(int absorber, DateTimeOffset from, DateTimeOffset to, TimeSpan step, CancellationToken cancellation)
    {
        if (fleet.Absorber(absorber) is not { } entry || to <= from)
            return [];
        var seconds = Math.Max(1, (long)step.TotalSeconds);
        seconds = Math.Max(seconds, (long)Math.Ceiling((to - from).TotalSeconds / MostPoints));
        // There are no samples from before Unix time, nor from the future; what reaches further would leave the calendar once rounded.
        var now = time.GetUtcNow().ToUnixTimeSeconds();
        var first = Floor(Math.Max(0, from.ToUnixTimeSeconds()), seconds);
        var end = Math.Min(to.ToUnixTimeSeconds(), now + SecondsAhead) + 1;
        if (end <= first)
            return [];

        // From here on memory has every second; buckets that begin earlier are read whole from the store.
        var remembered = Ceiling(now - BucketRing.Length + 1, seconds);
        var answer = new List<SeriesPoint>();
        if (first < remembered)
            answer.AddRange(await StoredAsync(absorber, first, Math.Min(end, remembered), seconds, cancellation));
        answer.AddRange(Remembered(entry, Math.Max(first, remembered), end, seconds));
        return answer;
    }

    public async Task<IReadOnlyList<BatchView>> ReadBatchesAsync(int absorber, int most, bool onlyErrors, CancellationToken cancellation)
    {
        if (fleet.Absorber(absorber) is not { } entry)
            return [];
        IReadOnlyList<Sample> found = [.. entry.Series.Batches().Where(sample => !onlyErrors || sample.Kind == SampleKind.Error).Take(most)];
        if (found.Count < most && !status.IsAway)
        {
            var since = time.GetUtcNow() - options.Value.SampleRetention;
            found = await OfStoreAsync(() => samples.ReadLastAsync(absorber, since, most, onlyErrors, cancellation), found);
        }
        return [.. found.Select(View)];
    }

    public async Task<IReadOnlyList<ActionView>> ReadActionsAsync(int absorber, int most, CancellationToken cancellation)
    {
        if (status.IsAway)
            return [];
        return await OfStoreAsync(
            async () =>
            {
                await using var context = await store.CreateDbContextAsync(cancellation);
                return (IReadOnlyList<ActionView>)await context.Actions.AsNoTracking()
                    .Where(action => action.AbsorberId == absorber)
                    .OrderByDescending(action => action.At)
                    .Take(most)
                    .Select(action => new ActionView(action.At, action.Who, action.What, action.Succeeded, action.Outcome))
                    .ToListAsync(cancellation);
            },
            []);
    }

    private async Task<IReadOnlyList<SeriesPoint>> StoredAsync(int absorber, long from, long to, long seconds, CancellationToken cancellation)
    {
        if (status.IsAway)
            return [];
        return await OfStoreAsync(() => points.ReadAsync(absorber, from, to, seconds, cancellation), []);
    }

    private static IEnumerable<SeriesPoint> Remembered(AbsorberEntry entry, long from, long end, long seconds)
    {
        Bucket? open = null;
        foreach (var bucket in entry.Series.Between(DateTimeOffset.FromUnixTimeSeconds(from), DateTimeOffset.FromUnixTimeSeconds(end)))
        {
            var start = Floor(bucket.Second, seconds);
            if (open is { } done && done.Second != start)
            {
                yield return done.ToPoint();
                open = null;
            }
            var sum = open ?? Bucket.At(start);
            sum.Add(bucket);
            open = sum;
        }
        if (open is { } last)
            yield return last.ToPoint();
    }

    private async Task<IReadOnlyList<T>> OfStoreAsync<T>(Func<Task<IReadOnlyList<T>>> read, IReadOnlyList<T> otherwise)
    {
        try
        {
            return await read();
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            log.HistoryUnreadable(StoreErrors.Describe(error));
            return otherwise;
        }
    }

    private static BatchView View(Sample sample) => new(
        sample.At, sample.Batch, sample.Picked, sample.Merged,
        sample.PickMicroseconds / 1000.0, sample.MergeMicroseconds / 1000.0, sample.PurgeMicroseconds / 1000.0,
        sample.Depth, sample.LagSeconds, sample.Error);

    private static long Floor(long second, long width) => second - (((second % width) + width) % width);

    private static long Ceiling(long second, long width) => Floor(second + width - 1, width);
}
