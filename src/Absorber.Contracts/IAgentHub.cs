namespace Absorber.Contracts;

/// <summary>What the console offers to agents, at <see cref="HubPaths.Agents"/>.</summary>
public interface IAgentHub
{
    /// <summary>The first call on every connection; every other call before it is refused.</summary>
    Task<RegistrationReply> Register(AgentRegistration registration);

    /// <summary>Stores samples. Safe to repeat: what is already stored is skipped.</summary>
    Task<SampleAcknowledgement> SendSamples(SampleBatch batch);

    /// <summary>Tells that absorbers changed state or settings. The list holds all absorbers of the agent.</summary>
    Task ReportAbsorbers(IReadOnlyList<AbsorberReport> absorbers);
}

/// <summary>What an agent offers to the console, over the connection that the agent opened.</summary>
public interface IAgentClient
{
    /// <summary>Starts the sync loop, and remembers in the absorber's database that it should run.</summary>
    Task<CommandOutcome> StartAbsorber(AbsorberName absorber);

    /// <summary>Finishes the batch in flight, stops the loop, and remembers that it should not run. Rows stay in the buffer.</summary>
    Task<CommandOutcome> StopAbsorber(AbsorberName absorber);
}

/// <summary>What came of a command.</summary>
/// <param name="Succeeded">Whether the absorber is now as the command wanted it.</param>
/// <param name="State">The state after the command.</param>
/// <param name="Message">What happened, to which absorber, and what to do if it failed.</param>
public sealed record CommandOutcome(bool Succeeded, AbsorberState State, string Message);

/// <summary>Where the hubs are.</summary>
public static class HubPaths
{
    public const string Agents = "/hubs/agents";

    public const string Live = "/hubs/live";
}

/// <summary>How agent and console notice that the other is gone although the connection has not been closed.</summary>
public static class HubTiming
{
    /// <summary>How often each side shows that it lives when it has nothing else to say: 2 s.</summary>
    public static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(2);

    /// <summary>How long either side waits for a sign of life before it drops the connection: 8 s.</summary>
    public static readonly TimeSpan Silence = TimeSpan.FromSeconds(8);
}

/// <summary>What a message between agent and console may hold.</summary>
public static class HubLimits
{
    /// <summary>The most samples in one <see cref="SampleBatch"/>: 5,000.</summary>
    public const int SamplesPerBatch = 5_000;

    /// <summary>The most absorbers that one agent may report: 5,000.</summary>
    public const int AbsorbersPerAgent = 5_000;

    /// <summary>The greatest message, in bytes: 8 MiB.</summary>
    public const int MessageBytes = 8 * 1024 * 1024;
}
