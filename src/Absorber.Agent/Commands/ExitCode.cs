namespace Absorber.Agent.Commands;

/// <summary>What the process says when it ends. Scripts depend on it.</summary>
internal static class ExitCode
{
    /// <summary>Done.</summary>
    public const int Done = 0;

    /// <summary>Failed; a line on the error stream says why.</summary>
    public const int Failed = 1;

    /// <summary>The command line or the configuration cannot be used. Nothing was tried.</summary>
    public const int Usage = 2;

    /// <summary>Another session runs this absorber's sync loop.</summary>
    public const int Busy = 3;
}
