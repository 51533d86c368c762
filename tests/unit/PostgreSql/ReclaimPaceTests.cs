using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.PostgreSql.Sync;
using Absorber.Engine.Sync;

namespace Absorber.UnitTests.PostgreSql;

public sealed class ReclaimPaceTests
{
    private readonly Clock _time = new();
    private readonly ReclaimPace _pace;

    public ReclaimPaceTests() => _pace = new ReclaimPace(_time);

    [Fact]
    public void IsDue_AtFirst_AfterTheInterval()
    {
        Assert.False(_pace.IsDue);
        _time.Pass(ReclaimPace.Interval);
        Assert.True(_pace.IsDue);
    }

    [Fact]
    public void IsDue_NothingLeftAndNothingNew_NeverAgain()
    {
        _pace.Reclaimed(isAnythingLeft: false);
        _pace.Record(Batch(purged: 0, issued: 0));
        _time.Pass(TimeSpan.FromDays(1));
        Assert.False(_pace.IsDue);
    }

    [Fact]
    public void IsDue_ManyRowsPurged_AtOnce()
    {
        _pace.Record(Batch(purged: ReclaimPace.Rows - 1, issued: 0));
        Assert.False(_pace.IsDue);
        _pace.Record(Batch(purged: 1, issued: 0));
        Assert.True(_pace.IsDue);
        _pace.Reclaimed(isAnythingLeft: true);
        Assert.False(_pace.IsDue);
    }

    [Fact]
    public void IsDue_ManyRowsComeIn_AtOnce()
    {
        _pace.Record(Batch(purged: 1, issued: ReclaimPace.Rows));
        Assert.True(_pace.IsDue);
        _pace.Reclaimed(isAnythingLeft: true);
        _pace.Record(Batch(purged: 1, issued: ReclaimPace.Rows + 1));
        Assert.False(_pace.IsDue);
    }

    [Fact]
    public void IsDue_AFewRowsPurged_AfterTheInterval()
    {
        _pace.Reclaimed(isAnythingLeft: false);
        _pace.Record(Batch(purged: 1, issued: 1));
        Assert.False(_pace.IsDue);
        _time.Pass(ReclaimPace.Interval);
        Assert.True(_pace.IsDue);
    }

    private static BatchResult Batch(long purged, long issued) => new()
    {
        Batch = 1,
        Picked = purged,
        Merged = purged,
        Purged = purged,
        PickTime = TimeSpan.Zero,
        MergeTime = TimeSpan.Zero,
        PurgeTime = TimeSpan.Zero,
        Watermarks = new Watermarks(issued, 0),
        Settings = new AbsorberSettings(),
    };

    private sealed class Clock : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _ticks;

        public void Pass(TimeSpan time) => _ticks += time.Ticks;
    }
}
