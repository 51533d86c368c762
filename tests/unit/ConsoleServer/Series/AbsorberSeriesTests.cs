using Absorber.ConsoleServer.Series;
using Absorber.Contracts;
using static Absorber.UnitTests.ConsoleServer.Samples;

namespace Absorber.UnitTests.ConsoleServer.Series;

public sealed class AbsorberSeriesTests
{
    private readonly AbsorberSeries _series = new();

    [Fact]
    public void Between_NoSampleInASecond_HasNoPointThere()
    {
        _series.Add(Idle(Noon));
        _series.Add(Idle(Noon.AddSeconds(3)));

        Assert.Equal([0, 3], Points().Select(point => (point.Time - Noon.ToUnixTimeMilliseconds()) / 1000));
    }

    [Fact]
    public void Add_FirstSample_HasNoRateButDepthAndLag()
    {
        _series.Add(Batch(Noon, picked: 500, issued: 700, depth: 200, lag: 1.5));

        var point = Assert.Single(Points());
        Assert.Null(point.InPerSecond);
        Assert.Null(point.OutPerSecond);
        Assert.Equal(200, point.Depth);
        Assert.Equal(1.5, point.LagSeconds);
    }

    [Fact]
    public void Add_SamplesEachSecond_TellsRatesFromIssuedAndPicked()
    {
        for (var i = 0; i <= 10; i++)
            _series.Add(Batch(Noon.AddSeconds(i), picked: 900, issued: 1_000 * i));

        var figures = _series.Figures(Noon.AddSeconds(10));
        Assert.Equal(1_000, figures.InPerSecond!.Value, 0.001);
        Assert.Equal(900, figures.OutPerSecond!.Value, 0.001);
    }

    [Fact]
    public void Add_BatchJustAfterASecondBegan_SpreadsItsRowsOverTheTimeTheyTook()
    {
        _series.Add(Idle(Noon.AddMilliseconds(900), issued: 0));
        _series.Add(Batch(Noon.AddMilliseconds(1_100), picked: 200, issued: 200));
        _series.Add(Idle(Noon.AddMilliseconds(2_000), issued: 200));

        var points = Points();
        Assert.Equal(1_000, points[0].OutPerSecond!.Value, 0.1);
        Assert.Equal(100, points[1].OutPerSecond!.Value, 0.1);
        Assert.Equal(100, points[1].InPerSecond!.Value, 0.1);
    }

    [Fact]
    public void Add_AfterMoreThanAMinute_DoesNotKnowWhatHappenedInBetween()
    {
        _series.Add(Idle(Noon, issued: 100));
        _series.Add(Idle(Noon.AddSeconds(61), issued: 900_000));

        Assert.All(Points(), point => Assert.Null(point.InPerSecond));
        Assert.Null(_series.Figures(Noon.AddSeconds(61)).InPerSecond);
    }

    [Fact]
    public void Add_CounterWentBack_KnowsNoRowsInButGoesOnFromThere()
    {
        _series.Add(Idle(Noon, issued: 5_000));
        _series.Add(Idle(Noon.AddSeconds(1), issued: 10));
        _series.Add(Idle(Noon.AddSeconds(2), issued: 110));

        var points = Points();
        Assert.Null(points[0].InPerSecond);
        Assert.Equal(100, points[1].InPerSecond!.Value, 0.1);
        Assert.All(points.Take(2), point => Assert.True(point.OutPerSecond is 0));
    }

    [Fact]
    public void Add_ErrorWithoutWatermarks_KeepsDepthAndLagUnknownInsteadOfZero()
    {
        _series.Add(Idle(Noon, issued: 100, depth: 40, lag: 2));
        _series.Add(Error(Noon.AddSeconds(1)));
        _series.Add(Idle(Noon.AddSeconds(2), issued: 100, depth: 40, lag: 4));

        var points = Points();
        Assert.Null(points[1].Depth);
        Assert.Null(points[1].LagSeconds);
        Assert.Equal(1, points[1].Errors);
        Assert.All(points, point => Assert.Null(point.InPerSecond));
        Assert.Equal(40, _series.Figures(Noon.AddSeconds(2)).Measured!.Depth);
    }

    [Fact]
    public void Add_SampleFromBeforeTheLast_GoesToItsOwnSecondWithoutARate()
    {
        _series.Add(Idle(Noon.AddSeconds(10), issued: 100));
        _series.Add(Idle(Noon.AddSeconds(5), issued: 50, depth: 7));

        var points = Points();
        Assert.Equal(7, points[0].Depth);
        Assert.Null(points[0].InPerSecond);
    }

    [Fact]
    public void Add_MoreThanFifteenMinutes_ForgetsTheOldest()
    {
        for (var i = 0; i < 1_000; i++)
            _series.Add(Idle(Noon.AddSeconds(i)));

        var points = Points();
        Assert.Equal(900, points.Count);
        Assert.Equal(Noon.AddSeconds(100).ToUnixTimeMilliseconds(), points[0].Time);
    }

    [Fact]
    public void Add_SampleOlderThanFifteenMinutes_IsLeftOut()
    {
        _series.Add(Idle(Noon));
        _series.Add(Idle(Noon.AddSeconds(-900), depth: 3));

        Assert.Single(Points());
    }

    [Fact]
    public void ChangedSince_OneMoreSample_TellsItsSecondAndTheOneBefore()
    {
        for (var i = 0; i < 5; i++)
            _series.Add(Idle(Noon.AddSeconds(i)));
        var (version, _) = _series.ChangedSince(0);
        _series.Add(Idle(Noon.AddSeconds(5)));

        var (newer, points) = _series.ChangedSince(version);
        Assert.Equal([4, 5], points.Select(point => (point.Time - Noon.ToUnixTimeMilliseconds()) / 1000));
        Assert.Empty(_series.ChangedSince(newer).Points);
    }

    [Fact]
    public void Figures_NoSampleForAMinute_DoesNotPretendToKnowTheRate()
    {
        for (var i = 0; i <= 5; i++)
            _series.Add(Batch(Noon.AddSeconds(i), picked: 10, issued: 10 * i, depth: 4));

        var figures = _series.Figures(Noon.AddSeconds(90));
        Assert.Null(figures.InPerSecond);
        Assert.Null(figures.OutPerSecond);
        Assert.Equal(4, figures.Measured!.Depth);
    }

    [Fact]
    public void Figures_BatchesOfManyDurations_TellsTheNinetyFifthPercentile()
    {
        for (var i = 1; i <= 100; i++)
            _series.Add(Batch(Noon.AddSeconds(i), picked: 1, milliseconds: i));

        Assert.Equal(TimeSpan.FromMilliseconds(95), _series.Figures(Noon.AddSeconds(100)).BatchP95);
    }

    [Fact]
    public void Figures_LagOverTime_IsATrendWithGaps()
    {
        _series.Add(Idle(Noon, lag: 5));
        _series.Add(Idle(Noon.AddSeconds(45), lag: 7));

        var trend = _series.Figures(Noon.AddSeconds(45)).LagTrend;
        Assert.Equal(60, trend.Count);
        Assert.Equal([5, null, null, 7], trend.TakeLast(4));
        Assert.All(trend.SkipLast(4), Assert.Null);
    }

    [Fact]
    public void Figures_ErrorsOfTheLastQuarterOfAnHour_AreCounted()
    {
        _series.Add(Error(Noon, "old"));
        _series.Add(Error(Noon.AddMinutes(10), "new"));

        Assert.Equal(2, _series.Figures(Noon.AddMinutes(10)).RecentErrors);
        Assert.Equal(1, _series.Figures(Noon.AddMinutes(20)).RecentErrors);
        Assert.Equal("new", _series.Figures(Noon.AddMinutes(20)).LastError);
        Assert.Null(_series.Figures(Noon.AddMinutes(40)).LastError);
    }

    [Fact]
    public void Rolling_TenBatchesAfterOthers_CountsOnlyThem()
    {
        for (var i = 0; i < 20; i++)
            _series.Add(Batch(Noon.AddSeconds(i), picked: i < 10 ? 1_000_000 : 100));

        Assert.Equal(100, Points()[^1].RollingOutPerSecond!.Value, 0.1);
    }

    private List<SeriesPoint> Points() =>
        [.. _series.Between(DateTimeOffset.UnixEpoch, Noon.AddDays(1)).Select(bucket => bucket.ToPoint())];
}
