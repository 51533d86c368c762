using Absorber.Contracts;

namespace Absorber.ConsoleClient.Views;

/// <summary>What operators may do to an absorber. Every attempt is audited, whatever came of it; nothing here throws for an agent that is away.</summary>
public interface ICommands
{
    /// <summary>Asks the absorber's agent to start its sync loop, and waits for the outcome, at most half a minute.</summary>
    Task<CommandOutcome> StartAsync(int absorber, CancellationToken cancellation);

    /// <summary>Asks the absorber's agent to finish the batch in flight and stop, and waits for the outcome, at most half a minute.</summary>
    Task<CommandOutcome> StopAsync(int absorber, CancellationToken cancellation);
}
