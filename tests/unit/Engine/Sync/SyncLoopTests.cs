using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Engine.Sync;

namespace Absorber.UnitTests.Engine.Sync;

public sealed class SyncLoopTests
{
    [Fact]
    public async Task RunAsync_BatchFindsNothing_WaitsForTheIntervalOfTheSettings()
    {
        using var bench = new LoopBench();
        bench.Database.Settings = new AbsorberSettings { Interval = TimeSpan.FromSeconds(30) };
        bench.Start();

        Assert.Equal(TimeSpan.FromSeconds(30), await bench.Time.NextWaitAsync());
        bench.Time.Advance(TimeSpan.FromSeconds(29));
        Assert.Equal(1, bench.Database.Batches);
        bench.Time.Advance(TimeSpan.FromSeconds(1));
        await bench.Database.BatchAsync(2);
        await bench.StopAsync();
    }

    [Fact]
    public async Task RunAsync_BatchesFindRows_FollowEachOtherAtOnce()
    {
        using var bench = new LoopBench();
        bench.Database.Rows(10, 10, 3);
        bench.Start();

        await bench.Time.NextWaitAsync();

        Assert.Equal(4, bench.Database.Batches);
        var outcome = await bench.StopAsync();
        Assert.Equal((3L, 23L), (outcome.Batches, outcome.Picked));
    }

    [Fact]
    public async Task RunAsync_SettingsChangeInTheDatabase_CountFromTheNextWaitOn()
    {
        using var bench = new LoopBench();
        bench.Start();
        Assert.Equal(TimeSpan.FromSeconds(1), await bench.Time.NextWaitAsync());

        bench.Database.Settings = bench.Database.Settings with { Interval = TimeSpan.FromMilliseconds(10) };
        bench.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(TimeSpan.FromMilliseconds(10), await bench.Time.NextWaitAsync());
        await bench.StopAsync();
    }

    [Theory]
    [InlineData(7)]
    [InlineData(0)]
    public async Task RunAsync_Once_EndsAfterOneBatch(long rows)
    {
        using var bench = new LoopBench();
        bench.Database.Rows(rows, 5);
        bench.Start(new SyncLoopOptions { Once = true });

        var outcome = await bench.EndAsync();

        Assert.Equal((LoopEnd.Completed, rows), (outcome.End, outcome.Picked));
        Assert.Equal(1, bench.Database.Batches);
    }

    [Fact]
    public async Task RunAsync_MaxRows_NeverAsksForMoreThanIsLeft()
    {
        using var bench = new LoopBench();
        bench.Database.Rows(40, 40, 20);
        bench.Start(new SyncLoopOptions { MaxRows = 100 });

        var outcome = await bench.EndAsync();

        Assert.Equal(LoopEnd.Completed, outcome.End);
        Assert.Equal([100, 60, 20], bench.Database.MostRows);
    }

    [Fact]
    public async Task RunAsync_StoppedWhileWaiting_EndsWithoutTimePassing()
    {
        using var bench = new LoopBench();
        bench.Start();
        await bench.Time.NextWaitAsync();

        var outcome = await bench.StopAsync();

        Assert.Equal(LoopEnd.Stopped, outcome.End);
        Assert.Equal([AbsorberState.Starting, AbsorberState.Running, AbsorberState.Stopping, AbsorberState.Stopped], bench.States);
        Assert.Equal(1, bench.Database.Disposed);
    }

    [Fact]
    public async Task RunAsync_StoppedDuringABatch_FinishesIt()
    {
        using var bench = new LoopBench();
        var finish = new TaskCompletionSource<BatchResult>();
        bench.Database.Then(_ => finish.Task);
        bench.Start();
        await bench.Database.BatchAsync(1);

        bench.AskToStop();
        finish.SetResult(bench.Database.Result(5));
        var outcome = await bench.EndAsync();

        Assert.Equal((LoopEnd.Stopped, 5L), (outcome.End, outcome.Picked));
        Assert.Equal(SampleKind.Batch, Assert.Single(bench.Samples).Kind);
        Assert.Equal(AbsorberState.Stopped, bench.States.Last());
    }

    [Fact]
    public async Task RunAsync_AbortedDuringABatch_CancelsIt()
    {
        using var bench = new LoopBench();
        bench.Database.Then(async cancellation =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, bench.Time, cancellation);
            return bench.Database.Result(1);
        });
        bench.Start();
        await bench.Database.BatchAsync(1);
        bench.AskToStop();

        bench.Abort();
        var outcome = await bench.EndAsync();

        Assert.Equal((LoopEnd.Stopped, 0L), (outcome.End, outcome.Picked));
        Assert.Empty(bench.Samples);
    }

    [Fact]
    public async Task RunAsync_LockHeldElsewhere_StandsByAndAsksAgain()
    {
        using var bench = new LoopBench();
        bench.Database.LockIsHeld(2);
        bench.Start();

        Assert.Equal(TimeSpan.FromSeconds(2), await bench.PassWaitAsync());
        Assert.Equal(TimeSpan.FromSeconds(2), await bench.PassWaitAsync());
        await bench.Database.BatchAsync(1);
        await bench.StopAsync();

        Assert.Equal([AbsorberState.Starting, AbsorberState.StandingBy, AbsorberState.Running], bench.States.Take(3));
        Assert.Equal(1, bench.Database.Opened);
    }

    [Fact]
    public async Task RunAsync_LockHeldElsewhereAndNotToStandBy_Ends()
    {
        using var bench = new LoopBench();
        bench.Database.LockIsHeld(1);
        bench.Start(new SyncLoopOptions { StandBy = false });

        Assert.Equal(LoopEnd.LockedElsewhere, (await bench.EndAsync()).End);
        Assert.Equal(0, bench.Database.Batches);
    }

    [Fact]
    public async Task RunAsync_ReclaimFails_GoesOn()
    {
        using var bench = new LoopBench();
        bench.Database.ReclaimFailure = new EngineException(EngineErrorKind.Other, "no room");
        bench.Database.Rows(1, 1);
        bench.Start();

        await bench.Time.NextWaitAsync();

        Assert.Equal(3, bench.Database.Batches);
        Assert.Equal(3, bench.Database.Reclaimed);
        Assert.DoesNotContain(AbsorberState.Retrying, bench.States);
        await bench.StopAsync();
    }

    [Fact]
    public async Task RunAsync_ClosingTheSessionFails_EndsAllTheSame()
    {
        using var bench = new LoopBench();
        bench.Database.DisposeFailure = new IOException("gone");
        bench.Start();
        await bench.Time.NextWaitAsync();

        Assert.Equal(LoopEnd.Stopped, (await bench.StopAsync()).End);
    }

    [Fact]
    public async Task RunAsync_BatchAndIdleTick_AreSampledWithWatermarksAndLag()
    {
        using var bench = new LoopBench();
        bench.Database.Rows(10);
        bench.Start();
        await bench.PassWaitAsync();
        await bench.Time.NextWaitAsync();
        await bench.StopAsync();

        var samples = bench.Samples.ToArray();
        Assert.Equal([SampleKind.Batch, SampleKind.Idle, SampleKind.Idle], samples.Select(sample => sample.Kind));
        Assert.Equal(1_000_000 - 10, samples[0].Watermarks!.Value.Depth);
        Assert.Equal(new Lag(TimeSpan.FromSeconds(1), IsLowerBound: true), samples[2].Lag);
    }
}
