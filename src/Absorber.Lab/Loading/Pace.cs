namespace Absorber.Lab.Loading;

/// <summary>Lets producers have rows at the rate of the phases, all of them together.</summary>
internal sealed class Pace(Phases phases, TimeProvider clock)
{
    // Producers that fall behind may catch up this much, and forget the rest: a burst shall not spill into the calm after it.
    private static readonly TimeSpan MostDebt = TimeSpan.FromMilliseconds(250);

    private readonly long _start = clock.GetTimestamp();
    private readonly Lock _gate = new();
    private TimeSpan _next;

    public TimeSpan Elapsed => clock.GetElapsedTime(_start);

    public bool IsBurst => phases.IsBurst(Elapsed);

    /// <summary>Rows per second wanted now.</summary>
    public double Rate => phases.RateAt(Elapsed);

    /// <summary>Waits until it is time for the rows.</summary>
    public async Task TakeAsync(int rows, CancellationToken cancellation)
    {
        var wait = Reserve(rows) - Elapsed;
        if (wait > TimeSpan.Zero)
            await Task.Delay(wait, clock, cancellation);
    }

    private TimeSpan Reserve(int rows)
    {
        lock (_gate)
        {
            var earliest = Elapsed - MostDebt;
            var start = _next > earliest ? _next : earliest;
            _next = start + TimeSpan.FromSeconds(rows / phases.RateAt(start));
            return start;
        }
    }
}
