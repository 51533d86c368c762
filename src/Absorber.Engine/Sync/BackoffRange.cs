namespace Absorber.Engine.Sync;

/// <summary>Waits that double from one failure to the next up to a cap, each up to a fifth shorter by chance, so that many do not retry in step.</summary>
/// <param name="First">The wait after the first failure; more than zero.</param>
/// <param name="Cap">The longest wait.</param>
public readonly record struct BackoffRange(TimeSpan First, TimeSpan Cap)
{
    private const int MostDoublings = 30;

    private const double Jitter = 0.2;

    /// <summary>The wait after a failure; never zero.</summary>
    /// <param name="failure">How many failures there were in a row, this one included: from 1.</param>
    /// <param name="chance">A random number from 0 to 1.</param>
    public TimeSpan Wait(int failure, double chance)
    {
        var doublings = Math.Clamp(failure - 1, 0, MostDoublings);
        var full = Math.Min(Cap.TotalMilliseconds, First.TotalMilliseconds * Math.Pow(2, doublings));
        return TimeSpan.FromMilliseconds(Math.Max(1, full * (1 - (Jitter * chance))));
    }
}
