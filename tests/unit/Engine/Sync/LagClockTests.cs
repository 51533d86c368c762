using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;
using FsCheck;
using FsCheck.Fluent;

namespace Absorber.UnitTests.Engine.Sync;

public sealed class LagClockTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly LagClock _clock;

    public LagClockTests() => _clock = new LagClock(_time);

    [Fact]
    public void Read_NothingObserved_IsZero() => Assert.Equal(default, _clock.Read());

    [Fact]
    public void Observe_Drained_IsZero()
    {
        _clock.Observe(new Watermarks(5, 0));
        Pass(9);
        Assert.Equal(default, _clock.Observe(new Watermarks(7, 7)));
    }

    [Fact]
    public void Observe_RowsOlderThanTheWatch_IsALowerBound()
    {
        _clock.Observe(new Watermarks(100, 10));
        Pass(30);
        Assert.Equal(new Lag(TimeSpan.FromSeconds(30), IsLowerBound: true), _clock.Observe(new Watermarks(500, 99)));
        Assert.False(_clock.Observe(new Watermarks(500, 100)).IsLowerBound);
    }

    [Fact]
    public void Observe_RowsCameBetweenTwoLooks_TakesThemToHaveComeAtAnEvenPace()
    {
        _clock.Observe(new Watermarks(0, 0));
        Pass(10);
        _clock.Observe(new Watermarks(1_000, 0));
        Assert.Equal(5, _clock.Observe(new Watermarks(1_000, 499)).Age.TotalSeconds, 3);
    }

    [Fact]
    public void Observe_LongSilenceThenRows_AreNotOlderThanTheSilence()
    {
        _clock.Observe(new Watermarks(10, 10));
        for (var i = 0; i < 100; i++)
        {
            Pass(1);
            _clock.Observe(new Watermarks(10, 10));
        }

        Pass(1);
        var lag = _clock.Observe(new Watermarks(20, 10));
        Assert.InRange(lag.Age.TotalSeconds, 0, 1);
        Assert.InRange(_clock.Marks, 1, 3);
    }

    [Fact]
    public void Observe_OneLookGoesBack_IsPassedOver()
    {
        _clock.Observe(new Watermarks(100, 50));
        Pass(10);
        _clock.Observe(new Watermarks(90, 40));
        Assert.Equal(10, _clock.Read().Age.TotalSeconds);
    }

    [Fact]
    public void Observe_CountStaysBack_BelongsToANewBuffer()
    {
        _clock.Observe(new Watermarks(100, 100));
        for (var i = 0; i < 3; i++) _clock.Observe(new Watermarks(5, 0));
        Pass(4);
        Assert.Equal(new Lag(TimeSpan.FromSeconds(4), IsLowerBound: true), _clock.Read());
    }

    [Fact]
    public void Observe_DaysOfBacklog_StaysWithinItsMemoryAndItsError()
    {
        const int looks = 600_000;
        _clock.Observe(new Watermarks(0, 0));
        for (var look = 1L; look <= looks; look++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(500));
            _clock.Observe(new Watermarks(look * 10, 0));
            Assert.InRange(_clock.Marks, 1, LagClock.MostMarks);
        }

        // Rows came at an even pace, so the age of every row is known.
        for (var absorbed = 5L; absorbed < looks * 10L; absorbed += 100_003)
        {
            var lag = _clock.Observe(new Watermarks(looks * 10L, absorbed));
            var age = (looks - (absorbed / 10.0)) * 0.5;
            Assert.InRange(lag.Age.TotalSeconds, (age * 0.984) - 0.5, (age * 1.016) + 0.5);
        }
    }

    [Fact]
    public void Observe_AnyHistory_IsWithinTheStepBetweenLooksOfTheTruth()
    {
        var step = from rows in Gen.Frequency((1, Gen.Constant(0)), (2, Gen.Choose(0, 50)), (1, Gen.Choose(0, 5_000)))
                   from share in Gen.Choose(0, 100)
                   from milliseconds in Gen.Choose(1, 3_000)
                   select (Rows: rows, Share: share, Milliseconds: milliseconds);
        Prop.ForAll(step.ListOf().ToArbitrary(), steps => Agrees([.. steps])).QuickCheckThrowOnFailure();
    }

    /// <summary>The oracle keeps the time of every row.</summary>
    private static bool Agrees(IReadOnlyList<(int Rows, int Share, int Milliseconds)> steps)
    {
        var time = new ManualTimeProvider();
        var clock = new LagClock(time);
        var born = new List<(DateTimeOffset From, DateTimeOffset To)>();
        long absorbed = 0;
        clock.Observe(default);
        foreach (var (rows, share, milliseconds) in steps)
        {
            var from = time.GetUtcNow();
            time.Advance(TimeSpan.FromMilliseconds(milliseconds));
            for (var i = 0; i < rows; i++) born.Add((from, time.GetUtcNow()));
            absorbed += (born.Count - absorbed) * share / 100;

            var lag = clock.Observe(new Watermarks(born.Count, absorbed));
            if (lag.IsLowerBound) return false;
            if (absorbed == born.Count)
            {
                if (lag.Age != TimeSpan.Zero) return false;

                continue;
            }

            var (earliest, latest) = born[(int)absorbed];
            var now = time.GetUtcNow();
            if (lag.Age > now - earliest || lag.Age < now - latest) return false;
        }

        return true;
    }

    private void Pass(double seconds) => _time.Advance(TimeSpan.FromSeconds(seconds));
}
