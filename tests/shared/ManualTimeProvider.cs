using System.Threading.Channels;

namespace Absorber.Testing;

/// <summary>A clock that moves only when told to, and fires the timers that fall due on the way, in their order.</summary>
public sealed class ManualTimeProvider : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private readonly Channel<TimeSpan> _armed = Channel.CreateUnbounded<TimeSpan>();
    private DateTimeOffset _now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate) return _now;
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>The wait of the next timer that anyone arms, or has armed since the last call: when it returns, the timer waits.</summary>
    public async Task<TimeSpan> NextWaitAsync() => await _armed.Reader.ReadAsync().AsTask().WaitAsync(Guards.Patience);

    /// <summary>Moves the clock.</summary>
    public void Advance(TimeSpan by)
    {
        var target = GetUtcNow() + by;
        while (TakeDue(target) is { } due) due.Fire();
        lock (_gate) _now = target;
    }

    private ManualTimer? TakeDue(DateTimeOffset target)
    {
        lock (_gate)
        {
            var next = _timers.Where(timer => timer.Due <= target).MinBy(timer => timer.Due);
            if (next is null) return null;

            if (next.Due > _now) _now = next.Due;
            if (next.Period > TimeSpan.Zero) next.Due += next.Period;
            else _timers.Remove(next);
            return next;
        }
    }

    private void Arm(ManualTimer timer, TimeSpan due, TimeSpan period)
    {
        lock (_gate)
        {
            _timers.Remove(timer);
            if (due == Timeout.InfiniteTimeSpan) return;

            timer.Due = _now + due;
            timer.Period = period;
            _timers.Add(timer);
        }

        _armed.Writer.TryWrite(due);
    }

    private sealed class ManualTimer(ManualTimeProvider owner, TimerCallback callback, object? state) : ITimer
    {
        public DateTimeOffset Due { get; set; }

        public TimeSpan Period { get; set; }

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            owner.Arm(this, dueTime, period);
            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
