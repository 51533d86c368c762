namespace Absorber.ConsoleServer.Fleet;

/// <summary>How far the console is with one spool. Hold <see cref="Lock"/> while using it.</summary>
internal sealed class SpoolProgress
{
    public Lock Lock { get; } = new();

    /// <summary>The highest sequence number that memory has counted.</summary>
    public long Applied { get; set; }

    /// <summary>The highest sequence number known to be stored.</summary>
    public long Stored { get; set; }

    /// <summary>
    /// Where the last batch began that came too early. An agent that offers the same batch again, after it was told where to go on,
    /// has nothing from before it: a full spool drops its oldest samples.
    /// </summary>
    public long? TooEarly { get; set; }
}
