using System.Net;
using System.Text.Json.Serialization;
using Absorber.Agent.Loops;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Absorber.Engine.Sync;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Connection;

/// <summary>Keeps the connection to the console, for ever: opens it, holds a <see cref="ConsoleSession"/> on it, and begins again when that ends.</summary>
internal sealed class ConsoleConnection(Uri console, AgentIdentity identity, Fleet fleet, IAgentClient commands, SampleSpool spool, TimeProvider time, ILogger logger)
{
    private static readonly BackoffRange Backoff = new(TimeSpan.FromMilliseconds(500), TimeSpan.FromSeconds(5));

    private static readonly TimeSpan AfterRefusal = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan ConnectPatience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Repetition = TimeSpan.FromMinutes(1);

    /// <summary>How long a console may be away, as while it starts, before that is worth a warning.</summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(15);

    private int _failures;
    private long _failing;
    private long? _warned;

    /// <summary>Runs until the agent ends; then delivers what is left for a moment.</summary>
    public async Task RunAsync(CancellationToken ending)
    {
        while (!ending.IsCancellationRequested)
        {
            var wait = await HoldAsync(ending);
            await Task.Delay(wait, time, ending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Connects and stays connected as long as it goes.</summary>
    /// <returns>How long to wait before the next try.</returns>
    private async Task<TimeSpan> HoldAsync(CancellationToken ending)
    {
        await using var connection = Build();
        var session = new ConsoleSession(connection, identity, fleet, spool, time);
        try
        {
            await identity.CompleteAsync(ending);
            using (var patience = new CancellationTokenSource(ConnectPatience, time))
            using (var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, ending))
            {
                await connection.StartAsync(either.Token);
            }

            if (await session.RegisterAsync(ending) is { } refusal)
            {
                logger.Refused(console, refusal, AfterRefusal.TotalSeconds);
                return AfterRefusal;
            }

            logger.Connected(console);
            (_failures, _warned) = (0, null);
            await session.RunAsync(ending);
            return TimeSpan.FromMilliseconds(1);
        }
        catch (Exception) when (ending.IsCancellationRequested)
        {
            return TimeSpan.Zero;
        }
        catch (Exception error)
        {
            var wait = Backoff.Wait(++_failures, Random.Shared.NextDouble());
            Log(session.IsRegistered, error, wait);
            return wait;
        }
    }

    private HubConnection Build()
    {
        var builder = new HubConnectionBuilder();
        builder.Services.AddSingleton<EndPoint>(new UriEndPoint(HubAddress.Of(console)));
        builder.Services.AddSingleton<IConnectionFactory, WebSocketConnectionFactory>();
        builder.AddJsonProtocol(json => json.PayloadSerializerOptions.Converters.Add(new JsonStringEnumConverter()));

        var connection = builder.Build();
        connection.KeepAliveInterval = HubTiming.KeepAlive;
        connection.ServerTimeout = HubTiming.Silence;
        connection.On<AbsorberName, CommandOutcome>(nameof(IAgentClient.StartAbsorber), commands.StartAbsorber);
        connection.On<AbsorberName, CommandOutcome>(nameof(IAgentClient.StopAbsorber), commands.StopAbsorber);
        return connection;
    }

    /// <summary>The first failure is told quietly, a lasting one loudly once a minute.</summary>
    private void Log(bool wasConnected, Exception error, TimeSpan wait)
    {
        if (_failures == 1) _failing = time.GetTimestamp();
        if (wasConnected) logger.Lost(console, error.Message);
        else if (_failures == 1) logger.NotConnected(console, error.Message, wait.TotalSeconds);
        else if (time.GetElapsedTime(_failing) < Quiet) return;
        else if (_warned is not { } warned || time.GetElapsedTime(warned) >= Repetition)
        {
            _warned = time.GetTimestamp();
            logger.StillNotConnected(console, _failures, error.Message);
        }
    }
}
