using Absorber.Agent.Loops;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Microsoft.AspNetCore.SignalR.Client;

namespace Absorber.Agent.Connection;

/// <summary>One connection's talk with the console: registration first, then reports and samples, one message at a time.</summary>
internal sealed class ConsoleSession(HubConnection connection, AgentIdentity identity, Fleet fleet, SampleSpool spool, TimeProvider time)
{
    /// <summary>The most samples in one message, which is some 300 KB.</summary>
    public const int MostSamples = 1_000;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>How long the console may take to answer; then the connection counts as dead.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>How long a stopping agent goes on delivering.</summary>
    private static readonly TimeSpan Farewell = TimeSpan.FromSeconds(3);

    /// <summary>How often a server that could not be reached is asked again what it is.</summary>
    private static readonly TimeSpan IdentityPause = TimeSpan.FromSeconds(10);

    private long _reported;
    private long _sent;

    public bool IsRegistered { get; private set; }

    /// <summary>Introduces the agent.</summary>
    /// <returns>Why the console refused; null where it accepted.</returns>
    public async Task<string?> RegisterAsync(CancellationToken cancellation)
    {
        _reported = fleet.Version;
        var registration = identity.Describe(spool.Id, fleet.Report());
        var reply = await InvokeAsync<RegistrationReply>(nameof(IAgentHub.Register), registration, cancellation);
        if (!reply.Accepted) return reply.Refusal ?? "The console gave no reason.";

        _sent = reply.Sequence;
        spool.Continue(reply.Sequence);
        IsRegistered = true;
        return null;
    }

    /// <summary>Reports and delivers until the connection fails, which throws, or until the agent ends and all is delivered.</summary>
    public async Task RunAsync(CancellationToken ending)
    {
        var described = identity.IsComplete;
        var asked = time.GetTimestamp();
        while (!ending.IsCancellationRequested)
        {
            await ReportAsync();
            if (await DeliverAsync()) continue;

            if (!described && time.GetElapsedTime(asked) >= IdentityPause)
            {
                asked = time.GetTimestamp();
                await identity.CompleteAsync(ending);
                if (identity.IsComplete) return;
            }

            await Task.Delay(Pause, time, ending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (connection.State != HubConnectionState.Connected) throw new IOException("The connection was closed.");
        }

        var began = time.GetTimestamp();
        await ReportAsync();
        while (time.GetElapsedTime(began) < Farewell && await DeliverAsync())
        {
            // One batch after the other until nothing is left.
        }
    }

    private async Task ReportAsync()
    {
        var version = fleet.Version;
        if (version == _reported) return;

        await InvokeAsync<object?>(nameof(IAgentHub.ReportAbsorbers), fleet.Report(), CancellationToken.None);
        _reported = version;
    }

    /// <returns>Whether delivering got anywhere.</returns>
    private async Task<bool> DeliverAsync()
    {
        if (spool.Read(_sent, MostSamples) is not { } batch) return false;

        var acknowledged = await InvokeAsync<SampleAcknowledgement>(nameof(IAgentHub.SendSamples), batch, CancellationToken.None);
        spool.Acknowledge(acknowledged.Sequence);

        // While the console cannot store, it only shows what it gets: everything is sent again as soon as it can.
        var before = _sent;
        _sent = acknowledged.StoreAway ? batch.FirstSequence + batch.Samples.Count - 1 : acknowledged.Sequence;
        return _sent != before;
    }

    private async Task<T> InvokeAsync<T>(string method, object argument, CancellationToken cancellation)
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellation);
        try
        {
            return await connection.InvokeAsync<T>(method, argument, either.Token);
        }
        catch (OperationCanceledException error) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"The console did not answer within {Patience.TotalSeconds:0} s.", error);
        }
    }
}
