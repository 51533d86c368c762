using System.Reflection;
using Absorber.Agent.Configuration;
using Absorber.Agent.Engines;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Errors;

namespace Absorber.Agent.Connection;

/// <summary>What the agent says of itself and its server.</summary>
internal sealed class AgentIdentity(AgentOptions options, IDatabaseEngine engine, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private static readonly string Version =
        typeof(AgentIdentity).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "0";

    private ServerInfo? _server;

    /// <summary>Whether the server has told what it is.</summary>
    public bool IsComplete => _server is not null;

    /// <summary>Asks the server what it is, unless it has said so already. A server that is away is no failure.</summary>
    public async Task CompleteAsync(CancellationToken cancellation)
    {
        if (IsComplete) return;

        using var patience = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellation);
        try
        {
            _server = await engine.ReadServerAsync(either.Token);
        }
        catch (Exception error) when (error is EngineException or OperationCanceledException && !cancellation.IsCancellationRequested)
        {
            _server = null;
        }
    }

    public AgentRegistration Describe(Guid spool, IReadOnlyList<AbsorberReport> absorbers)
    {
        var server = _server ?? EngineChoice.Of(options).Unreached;
        return new AgentRegistration(ContractVersion.Current, options.Name, Version, server.Server, server.Engine, spool, absorbers);
    }
}
