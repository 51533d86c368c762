using System.Collections.Concurrent;
using Absorber.Contracts;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging;

namespace Absorber.UnitTests.Engine.Sync;

/// <summary>A sync loop over a scripted database and a clock that the test moves.</summary>
internal sealed class LoopBench : ILoopObserver, ILogger, IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly CancellationTokenSource _abort = new();
    private Task<LoopOutcome>? _run;

    public ManualTimeProvider Time { get; } = new();

    public ScriptedDatabase Database { get; } = new();

    public ConcurrentQueue<LoopStatus> Statuses { get; } = new();

    public ConcurrentQueue<LoopSample> Samples { get; } = new();

    public ConcurrentQueue<(LogLevel Level, int Id)> Log { get; } = new();

    public IEnumerable<AbsorberState> States => Statuses.Select(status => status.State);

    public void Start(SyncLoopOptions? options = null)
    {
        var loop = new SyncLoop(
            new AbsorberName("db", "sales", "orders"),
            Database.Settings,
            Database.OpenAsync,
            new LagClock(Time),
            this,
            options ?? new SyncLoopOptions(),
            Time,
            this);
        _run = Task.Run(() => loop.RunAsync(_stopping.Token, _abort.Token));
    }

    public void AskToStop() => _stopping.Cancel();

    public void Abort() => _abort.Cancel();

    public Task<LoopOutcome> EndAsync() => _run!.WithinPatience();

    public async Task<LoopOutcome> StopAsync()
    {
        AskToStop();
        return await EndAsync();
    }

    /// <summary>Waits for the loop's next wait, and lets its time pass.</summary>
    public async Task<TimeSpan> PassWaitAsync()
    {
        var wait = await Time.NextWaitAsync();
        Time.Advance(wait);
        return wait;
    }

    public void StatusChanged(LoopStatus status) => Statuses.Enqueue(status);

    public void Sampled(LoopSample sample) => Samples.Enqueue(sample);

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) => Log.Enqueue((logLevel, eventId.Id));

    public void Dispose()
    {
        _abort.Cancel();
        _abort.Dispose();
        _stopping.Dispose();
    }
}
