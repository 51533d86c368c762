using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Fleet;
using Absorber.Contracts;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;

namespace Absorber.ConsoleServer.Hubs;

/// <summary>Where agents connect.</summary>
[Authorize(Policies.Agent)]
internal sealed class AgentHub(AgentPresence presence, AgentDirectory directory, SampleIntake intake) : Hub<IAgentClient>, IAgentHub
{
    [Authorize(Policies.Agent)]
    public async Task<RegistrationReply> Register(AgentRegistration registration)
    {
        if (AgentMessages.Problem(registration) is { } problem)
            return new RegistrationReply(false, problem, 0);
        if (await directory.EnterAsync(registration, Context.ConnectionAborted) is not { } agent)
            return new RegistrationReply(false, $"The console's store is away, so a new agent cannot be registered now. {registration.Agent} is welcome once it is back.", 0);
        if (presence.Enter(agent, registration, Context.ConnectionId, Context.Abort) is { } refusal)
            return new RegistrationReply(false, refusal, 0);

        Context.Items[typeof(Session)] = new Session(agent, registration.Spool);
        await directory.ReportAsync(agent, registration.Absorbers, Context.ConnectionAborted);
        var spool = agent.Spool(registration.Spool);
        lock (spool.Lock)
        {
            spool.TooEarly = null;
            return new RegistrationReply(true, null, spool.Stored);
        }
    }

    [Authorize(Policies.Agent)]
    public Task<SampleAcknowledgement> SendSamples(SampleBatch batch)
    {
        var session = Registered();
        if (AgentMessages.Problem(batch, session.Spool) is { } problem)
            throw new HubException(problem);
        return intake.TakeAsync(session.Agent, batch, Context.ConnectionAborted);
    }

    [Authorize(Policies.Agent)]
    public async Task ReportAbsorbers(IReadOnlyList<AbsorberReport> absorbers)
    {
        var session = Registered();
        if (AgentMessages.Problem(absorbers) is { } problem)
            throw new HubException(problem);
        await directory.ReportAsync(session.Agent, absorbers, Context.ConnectionAborted);
    }

    public override Task OnDisconnectedAsync(Exception? exception)
    {
        if (Context.Items.TryGetValue(typeof(Session), out var item) && item is Session session)
            presence.Leave(session.Agent, Context.ConnectionId, exception);
        return base.OnDisconnectedAsync(exception);
    }

    /// <summary>Only the newest connection of an agent may speak for it.</summary>
    private Session Registered()
    {
        if (!Context.Items.TryGetValue(typeof(Session), out var item) || item is not Session session)
            throw new HubException("Register first: the console does not know yet who sends this.");
        if (session.Agent.Connection?.Id != Context.ConnectionId)
            throw new HubException($"Another connection speaks for agent {session.Agent.Name} now.");
        return session;
    }

    private sealed record Session(AgentEntry Agent, Guid Spool);
}
