using System.Collections.Concurrent;
using System.Text.Json.Serialization;
using Absorber.Contracts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Absorber.IntegrationTests.Agent;

/// <summary>A console of few words: it keeps what it is sent, and can be ended and begun again on the same port.</summary>
internal sealed class FakeConsole : IAsyncDisposable
{
    private WebApplication? _app;
    private int _port;

    /// <summary>Outlives restarts.</summary>
    public ConsoleMemory Memory { get; } = new();

    public Uri Address => new($"http://127.0.0.1:{_port}");

    public IHubContext<FakeAgentHub, IAgentClient> Hub => _app!.Services.GetRequiredService<IHubContext<FakeAgentHub, IAgentClient>>();

    public async Task StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls($"http://127.0.0.1:{_port}");
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.Zero);
        builder.Services.AddSingleton(Memory);
        builder.Services.AddSignalR(hubs => hubs.MaximumReceiveMessageSize = HubLimits.MessageBytes)
            .AddJsonProtocol(json => json.PayloadSerializerOptions.Converters.Add(new JsonStringEnumConverter()));
        _app = builder.Build();
        _app.MapHub<FakeAgentHub>(HubPaths.Agents);
        await _app.StartAsync();
        _port = new Uri(_app.Urls.Single()).Port;
    }

    public async Task StopAsync()
    {
        if (_app is null) return;

        await _app.StopAsync(new CancellationToken(canceled: true));
        await _app.DisposeAsync();
        _app = null;
    }

    public async ValueTask DisposeAsync() => await StopAsync();
}

/// <summary>What a <see cref="FakeConsole"/> knows, and how it shall behave.</summary>
internal sealed class ConsoleMemory
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<long, long> _stored = [];
    private long? _tooEarly;

    public ConcurrentQueue<AgentRegistration> Registrations { get; } = new();

    public ConcurrentQueue<IReadOnlyList<AbsorberReport>> Reports { get; } = new();

    public string? ConnectionId { get; set; }

    public string? Refusal { get; set; }

    public bool StoreAway { get; set; }

    /// <summary>How many of the next batches are stored without the agent getting an answer.</summary>
    public int AnswersToLose { get; set; }

    public int Shown { get; private set; }

    public int Doubles { get; private set; }

    /// <summary>The highest sequence number up to which nothing is missing.</summary>
    public long Stored
    {
        get
        {
            lock (_gate) return _stored.Count == 0 ? 0 : _stored.Keys.Last();
        }
    }

    /// <summary>The batch numbers stored, in the order of their sequence numbers.</summary>
    public long[] Batches
    {
        get
        {
            lock (_gate) return [.. _stored.Values];
        }
    }

    public SampleAcknowledgement Take(SampleBatch batch)
    {
        lock (_gate)
        {
            if (StoreAway)
            {
                Shown += batch.Samples.Count;
                return new SampleAcknowledgement(Stored, StoreAway: true);
            }

            // A gap is believed when it is sent a second time.
            if (batch.FirstSequence > Stored + 1 && _tooEarly != batch.FirstSequence)
            {
                _tooEarly = batch.FirstSequence;
                return new SampleAcknowledgement(Stored);
            }

            for (var i = 0; i < batch.Samples.Count; i++)
            {
                if (!_stored.TryAdd(batch.FirstSequence + i, batch.Samples[i].Batch)) Doubles++;
            }

            if (AnswersToLose > 0 && AnswersToLose-- > 0) throw new HubException("The answer was lost.");

            return new SampleAcknowledgement(Stored);
        }
    }
}

internal sealed class FakeAgentHub(ConsoleMemory memory) : Hub<IAgentClient>, IAgentHub
{
    public Task<RegistrationReply> Register(AgentRegistration registration)
    {
        memory.Registrations.Enqueue(registration);
        memory.ConnectionId = Context.ConnectionId;
        return Task.FromResult(new RegistrationReply(memory.Refusal is null, memory.Refusal, memory.Stored));
    }

    public Task<SampleAcknowledgement> SendSamples(SampleBatch batch) => Task.FromResult(memory.Take(batch));

    public Task ReportAbsorbers(IReadOnlyList<AbsorberReport> absorbers)
    {
        memory.Reports.Enqueue(absorbers);
        return Task.CompletedTask;
    }
}
