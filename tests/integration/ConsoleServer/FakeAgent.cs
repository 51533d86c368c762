using System.Net;
using System.Text.Json.Serialization;
using Absorber.Agent.Connection;
using Absorber.Contracts;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;

namespace Absorber.IntegrationTests.ConsoleServer;

/// <summary>Speaks to the console as an agent does, over a real connection, and does what a test tells it.</summary>
internal sealed class FakeAgent : IAsyncDisposable
{
    public static readonly AbsorberName Orders = new("shop", "sales", "orders");

    private FakeAgent(HubConnection hub) => Hub = hub;

    public HubConnection Hub { get; }

    public Guid Spool { get; init; } = Guid.NewGuid();

    public string Name { get; init; } = "one";

    public static HubConnection Connection(RunningConsole console, string path)
    {
        var builder = new HubConnectionBuilder();
        builder.Services.AddSingleton<EndPoint>(new UriEndPoint(new UriBuilder(console.Address) { Scheme = "ws", Path = path }.Uri));
        builder.Services.AddSingleton<IConnectionFactory, WebSocketConnectionFactory>();
        builder.AddJsonProtocol(json => json.PayloadSerializerOptions.Converters.Add(new JsonStringEnumConverter()));
        return builder.Build();
    }

    /// <summary>Connects without a word.</summary>
    public static async Task<FakeAgent> ConnectAsync(RunningConsole console, Guid? spool = null, string name = "one")
    {
        var hub = Connection(console, HubPaths.Agents);
        hub.KeepAliveInterval = HubTiming.KeepAlive;
        await hub.StartAsync();
        return new FakeAgent(hub) { Spool = spool ?? Guid.NewGuid(), Name = name };
    }

    public static async Task<FakeAgent> RegisterAsync(RunningConsole console, Guid? spool = null, string name = "one", params AbsorberReport[] absorbers)
    {
        var agent = await ConnectAsync(console, spool, name);
        var reply = await agent.RegisterAsync(absorbers);
        Assert.True(reply.Accepted, reply.Refusal);
        return agent;
    }

    public static AbsorberReport Report(AbsorberName? name = null, AbsorberState state = AbsorberState.Running) => new()
    {
        Name = name ?? Orders,
        State = state,
        Since = DateTimeOffset.UnixEpoch,
        Settings = new AbsorberSettings(),
        Buffer = "absorber.sales_orders",
    };

    public static Sample Sample(DateTimeOffset at, long issued = 0, SampleKind kind = SampleKind.Batch) =>
        new() { Absorber = 0, At = at, Kind = kind, Batch = issued, Picked = 10, Merged = 9, Purged = 10, Issued = issued, Absorbed = issued, PickMicroseconds = 1, MergeMicroseconds = 2, PurgeMicroseconds = 3 };

    public Task<RegistrationReply> RegisterAsync(params AbsorberReport[] absorbers) => Hub.InvokeAsync<RegistrationReply>(
        nameof(IAgentHub.Register),
        new AgentRegistration(ContractVersion.Current, Name, "0.1.0", "db07", "PostgreSQL 18", Spool, absorbers.Length > 0 ? absorbers : [Report()])).WaitAsync(Patience);

    public Task<SampleAcknowledgement> SendAsync(long first, params Sample[] samples) =>
        Hub.InvokeAsync<SampleAcknowledgement>(nameof(IAgentHub.SendSamples), new SampleBatch(Spool, first, [Orders], samples, 0)).WaitAsync(Patience);

    public ValueTask DisposeAsync() => Hub.DisposeAsync();

    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
}
