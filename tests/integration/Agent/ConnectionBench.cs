using Absorber.Agent.Configuration;
using Absorber.Agent.Connection;
using Absorber.Agent.Loops;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Microsoft.Extensions.Logging.Abstractions;

namespace Absorber.IntegrationTests.Agent;

/// <summary>An agent's connection and spool, without loops, facing a fake console.</summary>
internal sealed class ConnectionBench : IAgentClient, IAsyncDisposable
{
    private static readonly AbsorberName Orders = new("db", "public", "orders");

    private readonly string _folder = Directory.CreateTempSubdirectory("absorber-connection-").FullName;
    private readonly CancellationTokenSource _ending = new();
    private Task _running = Task.CompletedTask;
    private long _batch;

    public ConnectionBench()
    {
        Fleet = new Fleet(Engine, new NoSpool(), TimeProvider.System, NullLogger.Instance);
        Spool = SampleSpool.Open(_folder, new SpoolOptions { SegmentBytes = 50_000 }, TimeProvider.System, NullLogger.Instance);
    }

    public FakeConsole Console { get; } = new();

    public FakeEngine Engine { get; } = new();

    public Fleet Fleet { get; }

    public SampleSpool Spool { get; }

    public long Appended => _batch;

    public void Connect(Uri? address = null)
    {
        var options = new AgentOptions { Name = "agent", PostgreSql = "Host=localhost" };
        var identity = new AgentIdentity(options, Engine, TimeProvider.System);
        _running = new ConsoleConnection(address ?? Console.Address, identity, Fleet, this, Spool, TimeProvider.System, NullLogger.Instance).RunAsync(_ending.Token);
    }

    /// <summary>Samples are told apart by their batch number, which counts as sequence numbers do.</summary>
    public void Append(int samples)
    {
        for (var i = 0; i < samples; i++)
        {
            Spool.Append(Orders, new Sample { Absorber = 0, At = TimeProvider.System.GetUtcNow(), Kind = SampleKind.Batch, Batch = ++_batch });
        }

        Spool.Flush();
    }

    public Task DeliversAllAsync() => Eventually.HoldsAsync(() => Console.Memory.Stored == Appended, TimeSpan.FromSeconds(60));

    public void AssertComplete() => Assert.Equal(Enumerable.Range(1, (int)Appended).Select(i => (long)i), Console.Memory.Batches);

    public async Task EndAsync()
    {
        await _ending.CancelAsync();
        await _running.WithinPatience();
    }

    public Task<CommandOutcome> StartAbsorber(AbsorberName absorber) => Task.FromResult(new CommandOutcome(true, AbsorberState.Running, $"{absorber} runs"));

    public Task<CommandOutcome> StopAbsorber(AbsorberName absorber) => Task.FromResult(new CommandOutcome(false, AbsorberState.Stopping, $"{absorber} is busy"));

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        await Console.DisposeAsync();
        Spool.Dispose();
        _ending.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
