namespace Absorber.Lab.Shapes;

/// <summary>Values that look random and follow from key, revision and column alone, so that a row can be told again later.</summary>
internal readonly struct Noise(int key, long revision)
{
    /// <summary>A number for a column, evenly spread.</summary>
    public ulong Of(int column)
    {
        var x = (ulong)revision * 0x9E3779B97F4A7C15 + (ulong)(uint)key * 0xD1B54A32D192ED03 + (ulong)(uint)column * 0x8CB92BA72F3D8DD7;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }

    /// <summary>A number from 0 to below a limit.</summary>
    public int Below(int column, int limit) => (int)(Of(column) % (ulong)limit);

    /// <summary>One of several values.</summary>
    public T Pick<T>(int column, IReadOnlyList<T> values) => values[Below(column, values.Count)];

    /// <summary>True once in so many times.</summary>
    public bool Once(int column, int times) => Below(column, times) == 0;
}
