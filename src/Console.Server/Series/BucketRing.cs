namespace Absorber.ConsoleServer.Series;

/// <summary>The buckets of the last 15 minutes, one per second, in a ring that costs nothing to keep: old ones are overwritten. Not safe for concurrent use.</summary>
internal sealed class BucketRing
{
    /// <summary>How many seconds are kept: 15 minutes.</summary>
    public const int Length = 15 * 60;

    private Bucket[] _buckets = [];
    private long _newest = long.MinValue;

    /// <summary>The bucket of a second, made empty if there was none; a null reference for seconds before the last 15 minutes.</summary>
    public ref Bucket Of(long second)
    {
        if (_buckets.Length == 0)
            _buckets = new Bucket[Length];
        if (_newest != long.MinValue && second <= _newest - Length)
            return ref System.Runtime.CompilerServices.Unsafe.NullRef<Bucket>();

        _newest = Math.Max(_newest, second);
        ref var bucket = ref _buckets[SlotOf(second)];
        if (bucket.Version == 0 || bucket.Second != second)
            bucket = Bucket.At(second);
        return ref bucket;
    }

    /// <summary>The bucket of a second, if it is used; else a null reference.</summary>
    public ref Bucket Existing(long second)
    {
        if (_buckets.Length > 0 && second <= _newest && second > _newest - Length)
        {
            ref var bucket = ref _buckets[SlotOf(second)];
            if (bucket.Version != 0 && bucket.Second == second)
                return ref bucket;
        }
        return ref System.Runtime.CompilerServices.Unsafe.NullRef<Bucket>();
    }

    /// <summary>The used buckets from one second to before another, oldest first.</summary>
    public IEnumerable<Bucket> Between(long from, long to)
    {
        if (_buckets.Length == 0)
            yield break;
        to = Math.Min(to, _newest + 1);
        for (var second = Math.Max(from, _newest - Length + 1); second < to; second++)
        {
            var bucket = _buckets[SlotOf(second)];
            if (bucket.Version != 0 && bucket.Second == second)
                yield return bucket;
        }
    }

    /// <summary>The used buckets that changed after a version, oldest first.</summary>
    public IEnumerable<Bucket> ChangedSince(long version) =>
        Between(long.MinValue, long.MaxValue).Where(bucket => bucket.Version > version);

    private static int SlotOf(long second) => (int)(((second % Length) + Length) % Length);
}
