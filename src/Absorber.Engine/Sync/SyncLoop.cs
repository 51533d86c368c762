using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;

namespace Absorber.Engine.Sync;

/// <summary>
/// The sync loop of one absorber: takes the absorber's lock, then batch after batch, and waits only after a batch that found
/// nothing. Runs once; make another to run again.
/// </summary>
/// <remarks>
/// Errors of the absorber or its rows end the loop after <see cref="AbsorberSettings.MaxErrors"/> in a row. A server that cannot
/// be reached, is short of resources or gives way to others does not count: the loop reopens its session and goes on trying,
/// so that it survives a restart of the server however long that takes.
/// </remarks>
public sealed class SyncLoop(
    AbsorberName absorber,
    AbsorberSettings settings,
    Func<CancellationToken, Task<ILoopSession>> open,
    LagClock lag,
    ILoopObserver observer,
    SyncLoopOptions options,
    TimeProvider time,
    ILogger logger)
{
    private readonly FailureStreak _failures = new(absorber, options, time, logger);
    private readonly Reclaimer _reclaimer = new(absorber, logger);
    private AbsorberSettings _settings = settings;
    private readonly Lock _reporting = new();
    private LoopStatus? _status;
    private bool _ended;
    private Watermarks? _watermarks;

    /// <summary>Runs until stopped, until the options' limit is reached, or until it gives up.</summary>
    /// <param name="stopping">Finishes the batch in flight and takes no other.</param>
    /// <param name="abort">Cancels the batch in flight, which rolls it back.</param>
    public async Task<LoopOutcome> RunAsync(CancellationToken stopping, CancellationToken abort)
    {
        var outcome = new LoopOutcome(LoopEnd.Stopped, 0, 0, 0, null);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping, abort);
        using var noticing = stopping.Register(() => Report(AbsorberState.Stopping, null));
        Report(AbsorberState.Starting, null);
        Seat? seat = null;
        try
        {
            while (!either.IsCancellationRequested)
            {
                try
                {
                    seat ??= new Seat(await open(either.Token));
                    if (!await SitDownAsync(seat, either.Token))
                    {
                        if (!options.StandBy) return outcome = outcome with { End = LoopEnd.LockedElsewhere };

                        await Task.Delay(options.LockInterval, time, either.Token);
                        continue;
                    }

                    var batch = await seat.Session.RunBatchAsync(options.MaxRows - outcome.Picked, abort);
                    outcome = Count(outcome, batch);
                    if (options.Once || outcome.Picked >= options.MaxRows) return outcome = outcome with { End = LoopEnd.Completed };

                    await _reclaimer.ReclaimAsync(seat.Session, either.Token);
                    if (batch is { Picked: 0, Batch: 0 }) await Task.Delay(_settings.Interval, time, either.Token);
                }
                catch (Exception) when (abort.IsCancellationRequested)
                {
                    break;
                }
                catch (OperationCanceledException) when (stopping.IsCancellationRequested)
                {
                    break;
                }
                catch (Exception thrown)
                {
                    var error = thrown as EngineException ?? new EngineException(EngineErrorKind.Other, thrown.Message, thrown);
                    var verdict = Fail(error);
                    if (error.Kind != EngineErrorKind.Contention) seat = await LeaveAsync(seat);
                    if (verdict.GivesUp) return outcome = outcome with { End = LoopEnd.GaveUp, Error = error };

                    await WaitAsync(verdict.Wait, either.Token);
                }
            }

            return outcome;
        }
        finally
        {
            await LeaveAsync(seat);
            ReportEnd(outcome);
        }
    }

    private async Task<bool> SitDownAsync(Seat seat, CancellationToken cancellation)
    {
        if (seat.HasLock) return true;

        seat.HasLock = await seat.Session.TryLockAsync(cancellation);
        if (!seat.HasLock)
        {
            if (_status?.State != AbsorberState.StandingBy) logger.StandsBy(absorber);
            _failures.End();
            Report(AbsorberState.StandingBy, "Another session runs this absorber's sync loop; this one takes over when that ends.");
        }
        else if (_failures.IsEmpty)
        {
            logger.Runs(absorber);
            Report(AbsorberState.Running, null);
        }

        return seat.HasLock;
    }

    private LoopOutcome Count(LoopOutcome outcome, BatchResult batch)
    {
        _failures.End();
        _settings = batch.Settings;
        _watermarks = batch.Watermarks;
        Report(AbsorberState.Running, null);

        var moved = batch.Picked > 0;
        observer.Sampled(new LoopSample
        {
            Kind = moved ? SampleKind.Batch : SampleKind.Idle,
            At = time.GetUtcNow(),
            Result = batch,
            Watermarks = batch.Watermarks,
            Lag = lag.Observe(batch.Watermarks),
        });
        return outcome with
        {
            Batches = outcome.Batches + (moved ? 1 : 0),
            Picked = outcome.Picked + batch.Picked,
            Merged = outcome.Merged + batch.Merged,
        };
    }

    private FailureVerdict Fail(EngineException error)
    {
        var verdict = _failures.Add(error, _settings.MaxErrors);
        if (_failures.Shows)
        {
            Report(AbsorberState.Retrying, verdict.Counted is { } counted ? $"{error.Message} (error {counted} of {_settings.MaxErrors} in a row)" : error.Message);
        }

        observer.Sampled(new LoopSample
        {
            Kind = SampleKind.Error,
            At = time.GetUtcNow(),
            Watermarks = _watermarks,
            Lag = lag.Read(),
            Error = error.Message,
        });
        return verdict;
    }

    private async Task WaitAsync(TimeSpan wait, CancellationToken cancellation) =>
        await Task.Delay(wait, time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private async Task<Seat?> LeaveAsync(Seat? seat)
    {
        if (seat is null) return null;

        try
        {
            await seat.Session.DisposeAsync();
        }
        catch (Exception error)
        {
            logger.CloseFailed(absorber, error.Message);
        }

        return null;
    }

    private void ReportEnd(LoopOutcome outcome)
    {
        logger.Ended(absorber, outcome.End, outcome.Batches, outcome.Picked);
        if (outcome.End == LoopEnd.GaveUp) Report(AbsorberState.Failed, $"Gave up after {_settings.MaxErrors} errors in a row: {outcome.Error?.Message}");
        else Report(AbsorberState.Stopped, null);
        lock (_reporting) _ended = true;
    }

    private void Report(AbsorberState state, string? reason)
    {
        // The word to stop comes on another thread than the loop's own reports.
        lock (_reporting)
        {
            var before = _status;
            if (_ended || (before is not null && before.State == state && before.Reason == reason)) return;
            if (before?.State == AbsorberState.Stopping && state is not (AbsorberState.Stopped or AbsorberState.Failed)) return;

            _status = new LoopStatus(state, reason, before?.State == state ? before.Since : time.GetUtcNow());
            observer.StatusChanged(_status);
        }
    }

    private sealed class Seat(ILoopSession session)
    {
        public ILoopSession Session => session;

        public bool HasLock { get; set; }
    }
}
