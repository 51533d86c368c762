namespace Absorber.ConsoleServer.Configuration;

/// <summary>Settings of the console, section <c>Console</c> of its configuration.</summary>
internal sealed class ConsoleOptions
{
    public const string Section = "Console";

    /// <summary>How long samples are kept.</summary>
    /// <value>The default is 25 hours, which is what the 24-hour chart needs; from 1 hour to 31 days.</value>
    public TimeSpan SampleRetention { get; set; } = TimeSpan.FromHours(25);

    /// <summary>How long a start or stop may take before the console says that the agent did not answer.</summary>
    /// <value>The default is 30 s; from 1 s to 5 min.</value>
    public TimeSpan CommandTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a fragment is rendered at most.</summary>
    /// <value>The default is 500 ms; from 200 ms to 10 s.</value>
    public TimeSpan FragmentInterval { get; set; } = TimeSpan.FromMilliseconds(500);
}
