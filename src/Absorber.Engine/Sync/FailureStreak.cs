using Absorber.Contracts;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;

namespace Absorber.Engine.Sync;

/// <summary>
/// Consecutive failures of one loop: what to do after each, and how loud to be about it. Only errors that lie in the absorber or
/// its rows count towards giving up; a server that is away, short of something or busy with others comes back by itself.
/// </summary>
internal sealed class FailureStreak(AbsorberName absorber, SyncLoopOptions options, TimeProvider time, ILogger logger)
{
    private const int QuietContentions = 5;

    private static readonly TimeSpan Repetition = TimeSpan.FromMinutes(1);

    private int _all;
    private int _counted;
    private int _sameKind;
    private BackoffRange _range;
    private long _began;
    private long? _warned;

    public bool IsEmpty => _all == 0;

    /// <summary>Whether the streak is worth an operator's look: deadlocks that pass at once are not.</summary>
    public bool Shows { get; private set; }

    /// <summary>Takes in a failure, and says how long to wait and whether to give up.</summary>
    public FailureVerdict Add(EngineException error, int maxErrors)
    {
        if (_all++ == 0) _began = time.GetTimestamp();

        var (range, counts) = Judge(error.Kind);
        _sameKind = range == _range ? _sameKind + 1 : 1;
        _range = range;
        if (counts) _counted++;
        Shows |= error.Kind != EngineErrorKind.Contention || _all > QuietContentions;

        var givesUp = counts && _counted >= maxErrors;
        var wait = range.Wait(_sameKind, Random.Shared.NextDouble());
        Log(error, givesUp, wait);
        return new FailureVerdict(givesUp, wait, counts ? _counted : null);
    }

    public void End()
    {
        if (_all == 0) return;

        if (Shows) logger.Recovered(absorber, _all, time.GetElapsedTime(_began).TotalSeconds);
        (_all, _counted, _sameKind, _warned, Shows) = (0, 0, 0, null, false);
    }

    private (BackoffRange Range, bool Counts) Judge(EngineErrorKind kind) => kind switch
    {
        EngineErrorKind.Contention => (options.OnContention, false),
        EngineErrorKind.Unavailable or EngineErrorKind.OutcomeUnknown or EngineErrorKind.OutOfResources => (options.OnUnavailable, false),
        _ => (options.OnError, true),
    };

    private void Log(EngineException error, bool givesUp, TimeSpan wait)
    {
        if (givesUp)
        {
            logger.GaveUp(absorber, _counted, error.Message);
        }
        else if (!Shows)
        {
            logger.GaveWay(absorber, error.Message);
        }
        else if (_all == 1)
        {
            logger.FailedOnce(absorber, error.Message, wait.TotalSeconds);
        }
        else if (_warned is not { } warned || time.GetElapsedTime(warned) >= Repetition)
        {
            _warned = time.GetTimestamp();
            logger.KeepsFailing(absorber, _all, time.GetElapsedTime(_began).TotalSeconds, error.Message);
        }
    }
}

/// <param name="GivesUp">Whether the loop ends.</param>
/// <param name="Wait">Otherwise, how long to wait before the next try; never zero.</param>
/// <param name="Counted">How many of the errors that may be made are used up; null for an error that does not count.</param>
internal readonly record struct FailureVerdict(bool GivesUp, TimeSpan Wait, int? Counted);
