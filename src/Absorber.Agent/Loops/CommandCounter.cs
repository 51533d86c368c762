namespace Absorber.Agent.Loops;

/// <summary>Counts commands, so that a reader can tell whether one came in between.</summary>
internal sealed class CommandCounter
{
    private long _value;

    public long Value => Volatile.Read(ref _value);

    public void Count() => Interlocked.Increment(ref _value);
}
