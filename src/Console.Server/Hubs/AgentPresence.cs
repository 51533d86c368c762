using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Fleet;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Hubs;

/// <summary>
/// Knows which connection speaks for an agent. The newest wins, because an agent that comes back is more likely than one that
/// was set up twice; where two agents do share a name, the one that lost is refused while the other stays, so that they don't
/// take turns.
/// </summary>
internal sealed class AgentPresence(FleetMemory fleet, TimeProvider time, ILogger<AgentPresence> log)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, HashSet<Guid>> _displaced = new(StringComparer.Ordinal);

    /// <summary>Makes a connection the agent's own.</summary>
    /// <returns>Why it may not; null where it may.</returns>
    public string? Enter(AgentEntry agent, AgentRegistration registration, string connection, Action abort)
    {
        AgentConnection? former;
        lock (_lock)
        {
            former = agent.Connection;
            if (former is not null && former.Id != connection && former.Spool != registration.Spool && !TryDisplace(agent, former, registration.Spool))
            {
                return $"Another agent named {agent.Name} is connected since {former.Since:yyyy-MM-dd HH:mm:ss} UTC and has taken this one's place. "
                    + "Give each agent a name of its own, or stop one of the two.";
            }
            agent.Connect(new AgentConnection(connection, registration.Spool, time.GetUtcNow(), abort));
        }

        if (former is not null && former.Id != connection)
        {
            if (former.Spool != registration.Spool)
                log.AgentDisplaced(agent.Name, registration.Server);
            former.Abort();
        }
        log.AgentConnected(agent.Name, registration.AgentVersion, registration.Engine, registration.Server, registration.Absorbers.Count);
        Tell(agent, new Happening(time.GetUtcNow(), HappeningKind.Good, "Agent connected", null));
        fleet.Refresh();
        return null;
    }

    public void Leave(AgentEntry agent, string connection, Exception? reason)
    {
        lock (_lock)
        {
            if (agent.Connection?.Id != connection)
                return;
            agent.Connect(null);
            _displaced.Remove(agent.Name);
        }

        // A connection that was dropped for its silence has been silent for a while.
        var now = time.GetUtcNow();
        var heard = reason is OperationCanceledException ? now - HubTiming.Silence : now;
        agent.Seen = heard > agent.Seen ? heard : agent.Seen;
        log.AgentGone(agent.Name, reason?.Message ?? "it closed the connection");
        Tell(agent, new Happening(now, HappeningKind.Bad, "Agent lost", "Figures are of the past until it is back; its loops go on if it runs."));
        fleet.Refresh();
    }

    private bool TryDisplace(AgentEntry agent, AgentConnection former, Guid spool)
    {
        if (!_displaced.TryGetValue(agent.Name, out var displaced))
            _displaced[agent.Name] = displaced = [];
        if (displaced.Contains(spool))
            return false;
        displaced.Add(former.Spool);
        return true;
    }

    private static void Tell(AgentEntry agent, Happening happening)
    {
        foreach (var absorber in agent.Absorbers)
            absorber.Happenings.Add(happening);
    }
}
