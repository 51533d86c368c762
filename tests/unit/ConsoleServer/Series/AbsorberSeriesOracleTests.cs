using Absorber.ConsoleServer.Series;
using Absorber.Contracts;
using static Absorber.UnitTests.ConsoleServer.Samples;

namespace Absorber.UnitTests.ConsoleServer.Series;

/// <summary>Random streams of samples, with gaps, errors and counters that begin anew, against rates reckoned millisecond by millisecond.</summary>
public sealed class AbsorberSeriesOracleTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 60)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Add_AnyStream_AgreesWithTheOracle(int seed)
    {
        var stream = Stream(new Random(seed));
        var series = new AbsorberSeries();
        stream.ForEach(series.Add);

        var points = series.Between(Noon, Noon.AddHours(1)).Select(bucket => bucket.ToPoint()).ToList();
        var expected = Oracle(stream);
        Assert.Equal(expected.Keys, points.Select(point => point.Time / 1000));
        Assert.All(points, point => Agree(expected[point.Time / 1000], point));
    }

    private static List<Sample> Stream(Random random)
    {
        var samples = new List<Sample>();
        var at = Noon;
        var issued = 1_000L;
        while (samples.Count < 400)
        {
            at = at.AddMilliseconds(random.Next(20) == 0 ? random.Next(1, 90_000) : random.Next(0, 1_200));
            if (at > Noon.AddMinutes(14))
                break;
            issued = random.Next(60) == 0 ? 1 + random.Next(100) : issued + random.Next(5_000);
            samples.Add(random.Next(10) switch
            {
                0 => Error(at),
                < 4 => Idle(at, issued, depth: random.Next(1_000), lag: random.Next(50)),
                _ => Batch(at, picked: random.Next(1, 4_000), issued, depth: random.Next(1_000), lag: random.Next(50)),
            });
        }
        return samples;
    }

    private static SortedDictionary<long, Expected> Oracle(List<Sample> samples)
    {
        var seconds = new SortedDictionary<long, Expected>();
        foreach (var sample in samples)
        {
            var expected = seconds.TryGetValue(sample.At.ToUnixTimeSeconds(), out var known) ? known : seconds[sample.At.ToUnixTimeSeconds()] = new Expected();
            expected.Batches += sample.Kind == SampleKind.Batch ? 1 : 0;
            expected.Errors += sample.Kind == SampleKind.Error ? 1 : 0;
            if (sample.Kind == SampleKind.Error)
                continue;
            expected.Depth = sample.Depth;
            expected.Lag = Math.Max(expected.Lag ?? 0, sample.LagSeconds);
        }

        foreach (var (earlier, later) in samples.Zip(samples.Skip(1)))
        {
            var length = (later.At - earlier.At).TotalMilliseconds;
            if (length > 60_000)
                continue;
            var knowsIn = earlier.Kind != SampleKind.Error && later.Kind != SampleKind.Error && later.Issued >= earlier.Issued;
            if (length == 0)
                seconds[later.At.ToUnixTimeSeconds()].Count(knowsIn ? later.Issued - earlier.Issued : null, later.Picked, 0);
            for (var passed = 0; passed < length; passed++)
            {
                if (seconds.TryGetValue(earlier.At.AddMilliseconds(passed).ToUnixTimeSeconds(), out var expected))
                    expected.Count(knowsIn ? (later.Issued - earlier.Issued) / length : null, later.Picked / length, 0.001);
            }
        }
        return seconds;
    }

    private static void Agree(Expected expected, SeriesPoint point)
    {
        Near(expected.InSeconds > 1e-9 ? expected.In / expected.InSeconds : null, point.InPerSecond);
        Near(expected.OutSeconds > 1e-9 ? expected.Out / expected.OutSeconds : null, point.OutPerSecond);
        Assert.Equal((expected.Depth, expected.Lag, expected.Batches, expected.Errors), (point.Depth, point.LagSeconds, point.Batches, point.Errors));
    }

    private static void Near(double? expected, double? actual)
    {
        Assert.Equal(expected.HasValue, actual.HasValue);
        if (expected is { } value)
            Assert.InRange(actual!.Value, (value * 0.999) - 0.1, (value * 1.001) + 0.1);
    }

    private sealed class Expected
    {
        public double In, InSeconds, Out, OutSeconds;
        public long? Depth;
        public double? Lag;
        public int Batches, Errors;

        public void Count(double? cameIn, double wentOut, double seconds)
        {
            Out += wentOut;
            OutSeconds += seconds;
            if (cameIn is not { } rows)
                return;
            In += rows;
            InSeconds += seconds;
        }
    }
}
