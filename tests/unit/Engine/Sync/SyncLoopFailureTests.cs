using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging;

namespace Absorber.UnitTests.Engine.Sync;

public sealed class SyncLoopFailureTests
{
    [Fact]
    public async Task RunAsync_MaxErrorsInARow_GivesUpAfterGrowingWaits()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.RowRefused, 3);
        bench.Start();

        var first = await bench.PassWaitAsync();
        var second = await bench.PassWaitAsync();
        var outcome = await bench.EndAsync();

        Assert.InRange(first, TimeSpan.FromSeconds(0.8), TimeSpan.FromSeconds(1));
        Assert.InRange(second, TimeSpan.FromSeconds(1.6), TimeSpan.FromSeconds(2));
        Assert.Equal(LoopEnd.GaveUp, outcome.End);
        Assert.Equal("RowRefused happened.", outcome.Error?.Message);
        var last = bench.Statuses.Last();
        Assert.Equal(AbsorberState.Failed, last.State);
        Assert.Contains("RowRefused happened.", last.Reason);
        Assert.Equal(3, bench.Samples.Count(sample => sample.Kind == SampleKind.Error));
    }

    [Fact]
    public async Task RunAsync_SuccessInBetween_StartsCountingAnew()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Other, 2).Rows(1).Fails(EngineErrorKind.Other, 2).Rows(1);
        bench.Start();

        for (var i = 0; i < 4; i++) await bench.PassWaitAsync();
        await bench.Database.BatchAsync(7);

        Assert.Equal(2, (await bench.StopAsync()).Batches);
    }

    [Theory]
    [InlineData(EngineErrorKind.Unavailable)]
    [InlineData(EngineErrorKind.OutcomeUnknown)]
    [InlineData(EngineErrorKind.OutOfResources)]
    public async Task RunAsync_ServerIsAway_NeverGivesUpAndReopensItsSession(EngineErrorKind kind)
    {
        using var bench = new LoopBench();
        bench.Database.Fails(kind, 100).Rows(1);
        bench.Start();

        var waits = new List<TimeSpan>();
        for (var i = 0; i < 100; i++) waits.Add(await bench.PassWaitAsync());
        await bench.Database.BatchAsync(101);

        Assert.All(waits, wait => Assert.InRange(wait, TimeSpan.FromMilliseconds(200), TimeSpan.FromSeconds(10)));
        Assert.InRange(waits[^1], TimeSpan.FromSeconds(8), TimeSpan.FromSeconds(10));
        Assert.Equal(101, bench.Database.Opened);
        Assert.Equal(LoopEnd.Stopped, (await bench.StopAsync()).End);
    }

    [Fact]
    public async Task RunAsync_OpeningFails_TriesAgain()
    {
        using var bench = new LoopBench();
        bench.Database.OpenFails(new EngineException(EngineErrorKind.Unavailable, "The server is starting."), 2);
        bench.Start();

        await bench.PassWaitAsync();
        await bench.PassWaitAsync();
        await bench.Database.BatchAsync(1);
        await bench.StopAsync();

        Assert.Contains(bench.Statuses, status => status is { State: AbsorberState.Retrying, Reason: "The server is starting." });
        Assert.Contains(AbsorberState.Running, bench.States);
    }

    [Fact]
    public async Task RunAsync_Contention_RetriesFastOnTheSameSessionAndKeepsItsState()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Contention, 4).Rows(1);
        bench.Start();

        Assert.InRange(await bench.PassWaitAsync(), TimeSpan.FromMilliseconds(16), TimeSpan.FromMilliseconds(20));
        for (var i = 0; i < 3; i++) await bench.PassWaitAsync();
        await bench.Database.BatchAsync(5);
        await bench.StopAsync();

        Assert.Equal(1, bench.Database.Opened);
        Assert.DoesNotContain(AbsorberState.Retrying, bench.States);
        Assert.DoesNotContain(bench.Log, line => line.Level >= LogLevel.Warning);
    }

    [Fact]
    public async Task RunAsync_ContentionLasts_ShowsAndNeverGivesUp()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Contention, 40);
        bench.Start();

        TimeSpan wait = default;
        for (var i = 0; i < 40; i++) wait = await bench.PassWaitAsync();
        await bench.Database.BatchAsync(41);
        await bench.StopAsync();

        Assert.InRange(wait, TimeSpan.FromMilliseconds(800), TimeSpan.FromSeconds(1));
        Assert.Contains(AbsorberState.Retrying, bench.States);
    }

    [Fact]
    public async Task RunAsync_AdapterThrowsSomethingElse_CountsAsAnError()
    {
        using var bench = new LoopBench();
        bench.Database.Settings = bench.Database.Settings with { MaxErrors = 1 };
        bench.Database.Throws(() => new InvalidOperationException("a fault"));
        bench.Start();

        var outcome = await bench.EndAsync();

        Assert.Equal((LoopEnd.GaveUp, "a fault"), (outcome.End, outcome.Error?.Message));
    }

    [Fact]
    public async Task RunAsync_StoppedWhileWaitingToRetry_EndsWithoutTimePassing()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Other, 2);
        bench.Start();
        await bench.Time.NextWaitAsync();

        Assert.Equal(LoopEnd.Stopped, (await bench.StopAsync()).End);
        Assert.Equal(1, bench.Database.Batches);
    }

    [Fact]
    public async Task RunAsync_FailureAfterBatches_IsSampledWithTheLastWatermarks()
    {
        using var bench = new LoopBench();
        bench.Database.Rows(10).Fails(EngineErrorKind.Other);
        bench.Start();
        await bench.Time.NextWaitAsync();
        await bench.StopAsync();

        var failure = bench.Samples.Last();
        Assert.Equal((SampleKind.Error, "Other happened."), (failure.Kind, failure.Error));
        Assert.Equal(10, failure.Watermarks!.Value.Absorbed);
    }

    [Fact]
    public async Task RunAsync_FirstFailure_HasNoWatermarksToTell()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Other);
        bench.Start();
        await bench.Time.NextWaitAsync();
        await bench.StopAsync();

        Assert.Null(Assert.Single(bench.Samples).Watermarks);
    }

    [Fact]
    public async Task RunAsync_LongFailure_IsQuietAtFirstLoudOnceAMinuteAndOneLineOnRecovery()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Unavailable, 13).Rows(1);
        bench.Start();
        for (var i = 0; i < 13; i++) await bench.PassWaitAsync();
        await bench.Database.BatchAsync(14);
        await bench.StopAsync();

        var log = bench.Log.ToArray();
        Assert.Single(log, (LogLevel.Information, 1011));
        Assert.InRange(log.Count(line => line == (LogLevel.Warning, 1012)), 1, 2);
        Assert.Single(log, (LogLevel.Information, 1014));
        Assert.DoesNotContain(log, line => line.Level == LogLevel.Error);
    }

    [Fact]
    public async Task RunAsync_StateUnchanged_KeepsSince()
    {
        using var bench = new LoopBench();
        bench.Database.Fails(EngineErrorKind.Other, 2);
        bench.Start();
        await bench.PassWaitAsync();
        await bench.Time.NextWaitAsync();
        await bench.StopAsync();

        var retrying = bench.Statuses.Where(status => status.State == AbsorberState.Retrying).ToArray();
        Assert.Equal(2, retrying.Length);
        Assert.Equal(retrying[0].Since, retrying[1].Since);
    }
}
