namespace Absorber.Agent.Spool;

/// <summary>The newest samples, kept in memory so that a console that keeps up is served without reading the disk. A ring that grows to its capacity.</summary>
internal sealed class MemoryTail(int capacity)
{
    private Entry[] _ring = new Entry[Math.Min(capacity, 1_024)];
    private int _head;

    public int Count { get; private set; }

    /// <summary>The sequence number of the oldest sample that is kept.</summary>
    public long First { get; private set; } = 1;

    public bool IsFull => Count == capacity;

    public SpooledSample this[long sequence] => _ring[Slot((int)(sequence - First))].Sample;

    public void Add(long sequence, SpooledSample sample, bool onDisk)
    {
        if (Count == 0) First = sequence;
        if (Count == _ring.Length) Grow();
        _ring[Slot(Count++)] = new Entry(sample, onDisk);
    }

    /// <summary>Forgets the oldest sample.</summary>
    /// <returns>Whether it is on disk too.</returns>
    public bool RemoveFirst()
    {
        var onDisk = _ring[_head].OnDisk;
        _ring[_head] = default;
        _head = Slot(1);
        Count--;
        First++;
        return onDisk;
    }

    public void RemoveUpTo(long sequence)
    {
        while (Count > 0 && First <= sequence) RemoveFirst();
    }

    /// <summary>Renumbers all that is kept.</summary>
    public void Shift(long offset) => First += offset;

    private int Slot(int index) => (_head + index) % _ring.Length;

    private void Grow()
    {
        var larger = new Entry[Math.Min(capacity, _ring.Length * 2)];
        for (var i = 0; i < Count; i++) larger[i] = _ring[Slot(i)];
        (_ring, _head) = (larger, 0);
    }

    private readonly record struct Entry(SpooledSample Sample, bool OnDisk);
}
