namespace Absorber.Engine.Absorbers;

/// <summary>Where producers and the loop are on one scale: rows since the buffer was made.</summary>
/// <param name="Issued">Rows that the buffer has taken in, rolled back ones included.</param>
/// <param name="Absorbed">How many of them the loop has dealt with.</param>
public readonly record struct Watermarks(long Issued, long Absorbed)
{
    /// <summary>Rows in the buffer. Rows of open transactions count; those that were rolled back count until no transaction is left that may have written them.</summary>
    public long Depth => Math.Max(0, Issued - Absorbed);
}
