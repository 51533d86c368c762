using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Loops;

/// <summary>Carries out what an operator wants of an absorber, and says what came of it.</summary>
internal sealed class Commander(Fleet fleet, IAbsorbers absorbers, CommandCounter commands, TimeProvider time, ILogger logger) : IAgentClient
{
    /// <summary>How long a command waits for its effect before it reports what it sees.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(25);

    public Task<CommandOutcome> StartAbsorber(AbsorberName absorber) => CarryOutAsync(absorber, enabled: true, StartAsync);

    public Task<CommandOutcome> StopAbsorber(AbsorberName absorber) => CarryOutAsync(absorber, enabled: false, StopAsync);

    private async Task<CommandOutcome> CarryOutAsync(AbsorberName name, bool enabled, Func<AbsorberSlot, Task<CommandOutcome>> effect)
    {
        if (fleet.Find(name) is not { } slot)
        {
            return new CommandOutcome(false, AbsorberState.Stopped, $"{name}: this agent knows no such absorber in database {name.Database}. It may have been dropped; reload the page.");
        }

        try
        {
            using var patience = new CancellationTokenSource(Patience, time);
            commands.Count();
            await absorbers.SetEnabledAsync(name, enabled, patience.Token);
            commands.Count();
            var outcome = await effect(slot);
            logger.CarriedOut(outcome.Message);
            return outcome;
        }
        catch (Exception error) when (error is EngineException or OperationCanceledException)
        {
            var why = error is EngineException ? error.Message : $"The database did not answer within {Patience.TotalSeconds:0} s.";
            var outcome = new CommandOutcome(false, slot.Status.State, $"{name}: could not be {(enabled ? "started" : "stopped")}. {why} Nothing was changed; try again.");
            logger.NotCarriedOut(outcome.Message);
            return outcome;
        }
    }

    private async Task<CommandOutcome> StartAsync(AbsorberSlot slot)
    {
        if (slot is { Run: { } run, Status.State: AbsorberState.Stopping }) await run.EndsWithinAsync(Patience, CancellationToken.None);

        slot.Start();
        await WaitAsync(slot, state => state is not AbsorberState.Starting);
        var (state, reason) = (slot.Status.State, slot.Status.Reason);
        return state switch
        {
            AbsorberState.Running => new CommandOutcome(true, state, $"{slot.Name}: its loop runs."),
            AbsorberState.StandingBy => new CommandOutcome(true, state, $"{slot.Name}: enabled. {reason}"),
            AbsorberState.Starting => new CommandOutcome(false, state, $"{slot.Name}: enabled, but its loop has not come up within {Patience.TotalSeconds:0} s; it goes on trying."),
            AbsorberState.Retrying => new CommandOutcome(false, state, $"{slot.Name}: enabled, but batches fail and are tried again. {reason}"),
            _ => new CommandOutcome(false, state, $"{slot.Name}: enabled, but its loop does not run. {reason}"),
        };
    }

    private async Task<CommandOutcome> StopAsync(AbsorberSlot slot)
    {
        slot.Stop();
        if (slot.Run is { } run) await run.EndsWithinAsync(Patience, CancellationToken.None);

        var state = slot.Status.State;
        return state == AbsorberState.Stopped
            ? new CommandOutcome(true, state, $"{slot.Name}: stopped. Rows stay in the buffer.")
            : new CommandOutcome(false, state, $"{slot.Name}: stops as soon as the batch in flight ends, which it has not within {Patience.TotalSeconds:0} s.");
    }

    private async Task WaitAsync(AbsorberSlot slot, Func<AbsorberState, bool> settled)
    {
        var began = time.GetTimestamp();
        while (!settled(slot.Status.State) && time.GetElapsedTime(began) < Patience) await Task.Delay(Step, time);
    }
}
