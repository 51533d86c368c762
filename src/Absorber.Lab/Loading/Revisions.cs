namespace Absorber.Lab.Loading;

/// <summary>Numbers rows: unique among all producers of all runs, growing for each producer, and telling about when.</summary>
internal sealed class Revisions(int producer, int producers, TimeProvider clock)
{
    private const long PerMillisecond = 1_000;

    private long _last = clock.GetUtcNow().ToUnixTimeMilliseconds() * PerMillisecond / producers;

    public long Next() => ++_last * producers + producer;
}
