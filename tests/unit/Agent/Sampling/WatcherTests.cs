using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.UnitTests.Agent.Loops;

namespace Absorber.UnitTests.Agent.Sampling;

public sealed class WatcherTests
{
    [Fact]
    public async Task RunAsync_StoppedAbsorbers_AreSeenToGrowInOneReadPerDatabase()
    {
        await using var bench = new FleetBench();
        using var stopping = new CancellationTokenSource();
        var orders = bench.Engine.Add("orders", enabled: false).Name;
        var readings = bench.Engine.Add("readings", enabled: false).Name;
        await bench.AdoptAsync();
        var watching = bench.Watcher.RunAsync(stopping.Token);

        for (var second = 1; second <= 3; second++)
        {
            bench.Engine.Watermarks[orders] = new Watermarks(100 * second, 0);
            bench.Engine.Watermarks[readings] = new Watermarks(7, 7);
            bench.Time.Advance(TimeSpan.FromSeconds(1));
            await Eventually.HoldsAsync(() => bench.Samples.Count == 2 * second);
        }

        await stopping.CancelAsync();
        await watching.WithinPatience();
        Assert.Equal([100L, 200L, 300L], bench.Samples.Where(taken => taken.Absorber == orders).Select(taken => taken.Sample.Depth));
        Assert.Equal(3, bench.Engine.WatermarkReads);
        Assert.All(bench.Samples, taken => Assert.Equal(SampleKind.Idle, taken.Sample.Kind));
    }
}
