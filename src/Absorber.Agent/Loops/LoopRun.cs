using System.Diagnostics.CodeAnalysis;
using Absorber.Engine.Sync;

namespace Absorber.Agent.Loops;

/// <summary>One run of a sync loop, with the means to end it.</summary>
[SuppressMessage("Reliability", "CA1001", Justification = "Sources without timers hold nothing to dispose, and the wish to stop may come after the loop has ended.")]
internal sealed class LoopRun
{
    /// <summary>What a cancelled batch may take to be rolled back before the agent no longer waits for it.</summary>
    private static readonly TimeSpan RollbackPatience = TimeSpan.FromSeconds(5);

    private readonly CancellationTokenSource _stopping = new();
    private readonly CancellationTokenSource _abort = new();
    private readonly TimeProvider _time;

    public LoopRun(SyncLoop loop, TimeProvider time)
    {
        _time = time;
        Completion = Task.Run(() => loop.RunAsync(_stopping.Token, _abort.Token));
    }

    /// <summary>Ends when the loop has ended; faulted where the loop has a fault of its own.</summary>
    public Task<LoopOutcome> Completion { get; }

    /// <summary>Finishes the batch in flight and takes no other. Returns at once.</summary>
    public void Stop() => _stopping.Cancel();

    /// <summary>Stops, and cancels the batch in flight where it takes longer than a grace time.</summary>
    /// <param name="grace">How long to wait for the batch.</param>
    /// <param name="hurry">Ends the wait before its time.</param>
    public async Task EndAsync(TimeSpan grace, CancellationToken hurry)
    {
        Stop();
        if (await EndsWithinAsync(grace, hurry)) return;

        await _abort.CancelAsync();
        await EndsWithinAsync(RollbackPatience, CancellationToken.None);
    }

    /// <summary>Waits for the end for a while.</summary>
    /// <returns>Whether the loop has ended.</returns>
    public async Task<bool> EndsWithinAsync(TimeSpan wait, CancellationToken cancellation)
    {
        await Task.WhenAny(Completion, Task.Delay(wait, _time, cancellation));
        return Completion.IsCompleted;
    }
}
