using Absorber.Engine.Absorbers;

namespace Absorber.Engine.Sync;

/// <summary>
/// Tells the age of the oldest row that is not absorbed from watermarks alone. It remembers when the count of issued rows
/// stood where; a row that came in between two looks is taken to have come at an even pace.
/// </summary>
/// <remarks>
/// Memory is bounded by <see cref="MostMarks"/>. Where more would be needed, neighbours are merged so that the gap around a
/// row is at most 1/64 of the row's age: what merging adds to the error stays below 1.6 % of the lag for backlogs of up to months.
/// What the time between two looks adds is not affected. Safe to use from several threads.
/// </remarks>
public sealed class LagClock(TimeProvider time)
{
    /// <summary>The most pairs of time and count that are kept.</summary>
    public const int MostMarks = 4_096;

    private const double FinestMerge = 1.0 / 64;

    private const int LooksOfNewBuffer = 3;

    private readonly Lock _gate = new();
    private readonly List<Mark> _marks = [];
    private long _absorbed;
    private Mark? _before;
    private int _wentBack;

    /// <summary>How many pairs are kept now.</summary>
    public int Marks
    {
        get
        {
            lock (_gate) return _marks.Count;
        }
    }

    /// <summary>Takes in watermarks that were read just now, and tells the lag.</summary>
    public Lag Observe(Watermarks watermarks)
    {
        lock (_gate)
        {
            var now = time.GetTimestamp();
            if (IsOutdated(watermarks)) return Read(now);

            Remember(now, watermarks.Issued);
            _absorbed = Math.Max(_absorbed, watermarks.Absorbed);
            Forget();
            return Read(now);
        }
    }

    /// <summary>The lag now, by the watermarks of the last look.</summary>
    public Lag Read()
    {
        lock (_gate) return Read(time.GetTimestamp());
    }

    private Lag Read(long now)
    {
        if (_marks.Count == 0 || _marks[^1].Issued <= _absorbed) return default;

        var first = _marks[0];
        if (_before is not { } before) return new Lag(time.GetElapsedTime(first.Time, now), IsLowerBound: true);

        var share = (double)(_absorbed - before.Issued + 1) / (first.Issued - before.Issued);
        var came = before.Time + (long)((first.Time - before.Time) * share);
        return new Lag(time.GetElapsedTime(came, now), IsLowerBound: false);
    }

    /// <summary>
    /// Two sessions may hand in their looks in the other order than they took them: a count that went back is passed over.
    /// One that stays back belongs to a new buffer, about which nothing is known yet.
    /// </summary>
    private bool IsOutdated(Watermarks watermarks)
    {
        var last = _marks.Count > 0 ? _marks[^1] : _before;
        if (last is not { } known || watermarks.Issued >= known.Issued)
        {
            _wentBack = 0;
            return false;
        }

        if (++_wentBack < LooksOfNewBuffer) return true;

        _marks.Clear();
        _before = null;
        _absorbed = 0;
        _wentBack = 0;
        return false;
    }

    private void Remember(long now, long issued)
    {
        // Of looks that saw the same count the first says how old the rows are at least, and the last how young the next row is at most.
        var count = _marks.Count;
        if (count >= 2 && _marks[count - 1].Issued == issued && _marks[count - 2].Issued == issued) _marks.RemoveAt(count - 1);
        _marks.Add(new Mark(now, issued));
        if (_marks.Count > MostMarks) Merge(now);
    }

    private void Forget()
    {
        var passed = 0;
        while (passed < _marks.Count && _marks[passed].Issued <= _absorbed) passed++;
        if (passed == 0) return;

        _before = _marks[passed - 1];
        _marks.RemoveRange(0, passed);
    }

    /// <summary>Drops marks whose neighbours are close enough to each other, coarser and coarser until a quarter of the room is free.</summary>
    private void Merge(long now)
    {
        for (var tolerance = FinestMerge; _marks.Count > MostMarks * 3 / 4; tolerance *= 2)
        {
            var kept = 1;
            for (var i = 1; i < _marks.Count - 1; i++)
            {
                var next = _marks[i + 1].Time;
                if (next - _marks[kept - 1].Time > (now - next) * tolerance) _marks[kept++] = _marks[i];
            }

            _marks[kept++] = _marks[^1];
            _marks.RemoveRange(kept, _marks.Count - kept);
        }
    }

    private readonly record struct Mark(long Time, long Issued);
}
