using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Hubs;
using Absorber.ConsoleServer.Store.Model;
using Absorber.Contracts;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.Options;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>Carries operators' commands to agents, and audits every one.</summary>
internal sealed class Commands(
    FleetMemory fleet,
    AuditTrail audit,
    IHubContext<AgentHub> agents,
    IOptions<ConsoleOptions> options,
    TimeProvider time,
    ILogger<Commands> log) : ICommands
{
    /// <summary>Whoever sits at this machine; sign-in will give names.</summary>
    private const string Who = "local operator";

    public Task<CommandOutcome> StartAsync(int absorber, CancellationToken cancellation) =>
        RunAsync("start", nameof(IAgentClient.StartAbsorber), absorber, cancellation);

    public Task<CommandOutcome> StopAsync(int absorber, CancellationToken cancellation) =>
        RunAsync("stop", nameof(IAgentClient.StopAbsorber), absorber, cancellation);

    private async Task<CommandOutcome> RunAsync(string what, string method, int number, CancellationToken cancellation)
    {
        var at = time.GetUtcNow();
        var absorber = fleet.Absorber(number);
        var before = absorber?.Report.State;
        var outcome = absorber is null
            ? new CommandOutcome(false, AbsorberState.Stopped, $"There is no absorber {number}; nothing was done.")
            : await AskAsync(absorber, what, method, cancellation);

        absorber?.Happenings.AddAction(at, Who, what, outcome.Succeeded, outcome.Message);
        log.Commanded(Who, what, absorber?.Report.Name.ToString() ?? $"absorber {number}", outcome.Message);
        await audit.WriteAsync(
            new ActionRow
            {
                At = at,
                Who = Who,
                What = absorber is null ? $"{what} absorber {number}" : what,
                AbsorberId = absorber?.Id,
                Before = before?.ToString(),
                After = absorber is null ? null : outcome.State.ToString(),
                Succeeded = outcome.Succeeded,
                Outcome = outcome.Message,
            },
            CancellationToken.None);
        fleet.Refresh();
        return outcome;
    }

    private async Task<CommandOutcome> AskAsync(AbsorberEntry absorber, string what, string method, CancellationToken cancellation)
    {
        var name = absorber.Report.Name;
        var state = absorber.Report.State;
        if (absorber.IsRemoved)
            return new(false, state, $"{name} is no longer among the absorbers of agent {absorber.Agent.Name}; nothing was done.");
        if (absorber.Agent.Connection is not { } connection)
            return new(false, state, $"Agent {absorber.Agent.Name} is offline, so it cannot be told to {what} {name}; nothing was done. Start the agent and try again.");

        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        using var timer = time.CreateTimer(static source => ((CancellationTokenSource)source!).Cancel(), patience, options.Value.CommandTimeout, Timeout.InfiniteTimeSpan);
        try
        {
            var outcome = await agents.Clients.Client(connection.Id).InvokeAsync<CommandOutcome>(method, name, patience.Token);
            if (outcome.Succeeded)
                absorber.Take(absorber.Report with { State = outcome.State, Since = time.GetUtcNow(), Reason = null });
            return outcome;
        }
        catch (Exception error) when ((error is HubException or OperationCanceledException) && patience.IsCancellationRequested && !cancellation.IsCancellationRequested)
        {
            return new(false, absorber.Report.State,
                $"Agent {absorber.Agent.Name} did not answer within {options.Value.CommandTimeout.TotalSeconds:0} s. The {what} of {name} may still happen: watch its state before you try again.");
        }
        catch (Exception error) when (error is HubException or IOException or InvalidOperationException)
        {
            return new(false, absorber.Report.State, $"Agent {absorber.Agent.Name} failed to {what} {name}: {error.Message}");
        }
    }
}
