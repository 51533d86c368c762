using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Absorber.Engine.Sync;

namespace Absorber.UnitTests.Engine.Sync;

/// <summary>A database whose batches, locks and openings go by a script; when that ends, batches find nothing.</summary>
internal sealed class ScriptedDatabase
{
    private readonly Lock _gate = new();
    private readonly Queue<Func<CancellationToken, Task<BatchResult>>> _batches = new();
    private readonly Queue<bool> _locks = new();
    private readonly Queue<Exception> _openings = new();
    private readonly List<(int Number, TaskCompletionSource Reached)> _waiting = [];
    private long _batch;
    private long _absorbed;

    public AbsorberSettings Settings { get; set; } = new() { Interval = TimeSpan.FromSeconds(1), MaxErrors = 3 };

    public List<long?> MostRows { get; } = [];

    public int Batches => MostRows.Count;

    public int Opened { get; private set; }

    public int Disposed { get; private set; }

    public int Reclaimed { get; private set; }

    public Exception? ReclaimFailure { get; set; }

    public Exception? DisposeFailure { get; set; }

    public ScriptedDatabase Rows(params IEnumerable<long> rows)
    {
        foreach (var picked in rows) _batches.Enqueue(_ => Task.FromResult(Result(picked)));
        return this;
    }

    public ScriptedDatabase Fails(EngineErrorKind kind, int times = 1) => Throws(() => new EngineException(kind, $"{kind} happened."), times);

    public ScriptedDatabase Throws(Func<Exception> failure, int times = 1)
    {
        for (var i = 0; i < times; i++) _batches.Enqueue(_ => Task.FromException<BatchResult>(failure()));
        return this;
    }

    public ScriptedDatabase Then(Func<CancellationToken, Task<BatchResult>> batch)
    {
        _batches.Enqueue(batch);
        return this;
    }

    public ScriptedDatabase OpenFails(Exception failure, int times = 1)
    {
        for (var i = 0; i < times; i++) _openings.Enqueue(failure);
        return this;
    }

    public ScriptedDatabase LockIsHeld(int times)
    {
        for (var i = 0; i < times; i++) _locks.Enqueue(false);
        return this;
    }

    public Task<ILoopSession> OpenAsync(CancellationToken cancellation)
    {
        Opened++;
        return _openings.TryDequeue(out var failure) ? Task.FromException<ILoopSession>(failure) : Task.FromResult<ILoopSession>(new Session(this));
    }

    public BatchResult Result(long picked)
    {
        _absorbed += picked;
        return new BatchResult
        {
            Batch = picked == 0 ? 0 : ++_batch,
            Picked = picked,
            Merged = picked,
            Purged = picked,
            PickTime = TimeSpan.FromMilliseconds(1),
            MergeTime = TimeSpan.FromMilliseconds(2),
            PurgeTime = TimeSpan.FromMilliseconds(3),
            Watermarks = new Watermarks(1_000_000, _absorbed),
            Settings = Settings,
        };
    }

    /// <summary>Waits until the batch of that number, from 1, was asked for.</summary>
    public Task BatchAsync(int number)
    {
        lock (_gate)
        {
            if (Batches >= number) return Task.CompletedTask;

            var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((number, reached));
            return reached.Task.WithinPatience();
        }
    }

    private Task<BatchResult> RunAsync(long? mostRows, CancellationToken cancellation)
    {
        lock (_gate)
        {
            MostRows.Add(mostRows);
            foreach (var (number, reached) in _waiting) if (Batches >= number) reached.TrySetResult();
        }

        return _batches.TryDequeue(out var batch) ? batch(cancellation) : Task.FromResult(Result(0));
    }

    private sealed class Session(ScriptedDatabase database) : ILoopSession
    {
        public Task<bool> TryLockAsync(CancellationToken cancellation) =>
            Task.FromResult(!database._locks.TryDequeue(out var free) || free);

        public Task<BatchResult> RunBatchAsync(long? mostRows, CancellationToken cancellation) => database.RunAsync(mostRows, cancellation);

        public Task ReclaimAsync(CancellationToken cancellation)
        {
            database.Reclaimed++;
            return database.ReclaimFailure is { } failure ? Task.FromException(failure) : Task.CompletedTask;
        }

        public ValueTask DisposeAsync()
        {
            database.Disposed++;
            return database.DisposeFailure is { } failure ? ValueTask.FromException(failure) : ValueTask.CompletedTask;
        }
    }
}
