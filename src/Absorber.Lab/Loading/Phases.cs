namespace Absorber.Lab.Loading;

/// <summary>Calm and bursts in turn, starting calm.</summary>
/// <param name="CalmRate">Rows per second while calm.</param>
/// <param name="BurstRate">Rows per second in a burst.</param>
/// <param name="CalmLength">How long it stays calm.</param>
/// <param name="BurstLength">How long a burst lasts.</param>
internal sealed record Phases(double CalmRate, double BurstRate, TimeSpan CalmLength, TimeSpan BurstLength)
{
    public bool IsBurst(TimeSpan elapsed) =>
        elapsed.Ticks % (CalmLength + BurstLength).Ticks >= CalmLength.Ticks;

    public double RateAt(TimeSpan elapsed) => IsBurst(elapsed) ? BurstRate : CalmRate;
}
