using System.Collections.Concurrent;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.Sync;

namespace Absorber.Testing;

/// <summary>A database server in memory, whose batches find nothing unless told otherwise.</summary>
public sealed class FakeEngine : IDatabaseEngine, IAbsorbers, ICatalog
{
    private readonly ConcurrentDictionary<AbsorberName, AbsorberInfo> _absorbers = new();
    private int _ids;

    public ICatalog Catalog => this;

    public IAbsorbers Absorbers => this;

    /// <summary>Thrown by everything while it is set.</summary>
    public EngineException? Failure { get; set; }

    /// <summary>What a batch does; the default finds nothing.</summary>
    public Func<AbsorberName, CancellationToken, Task<BatchResult>>? Batch { get; set; }

    public ConcurrentDictionary<AbsorberName, Watermarks> Watermarks { get; } = new();

    public int WatermarkReads { get; private set; }

    /// <summary>Awaited within a read of absorbers, after the list was taken.</summary>
    public Func<Task>? WhileReading { get; set; }

    public AbsorberInfo Add(string table, bool enabled = true, string database = "db", AbsorberSettings? settings = null)
    {
        var info = new AbsorberInfo
        {
            Name = new AbsorberName(database, "public", table),
            Id = Interlocked.Increment(ref _ids),
            Settings = settings ?? new AbsorberSettings(),
            Enabled = enabled,
            Buffer = $"absorber.{table}",
        };
        _absorbers[info.Name] = info;
        return info;
    }

    public void Remove(AbsorberName name) => _absorbers.TryRemove(name, out _);

    public AbsorberInfo Find(AbsorberName name) => _absorbers[name];

    /// <summary>A batch that found nothing.</summary>
    public BatchResult Nothing(AbsorberName name) => new()
    {
        Batch = 0,
        Picked = 0,
        Merged = 0,
        Purged = 0,
        PickTime = TimeSpan.Zero,
        MergeTime = TimeSpan.Zero,
        PurgeTime = TimeSpan.Zero,
        Watermarks = Watermarks.GetValueOrDefault(name),
        Settings = _absorbers.TryGetValue(name, out var info) ? info.Settings : new AbsorberSettings(),
    };

    public Task<ServerInfo> ReadServerAsync(CancellationToken cancellation) => Answer(() => new ServerInfo("localhost:5432", "PostgreSQL 18.4"));

    public Task<IReadOnlyList<Capability>> ReadCapabilitiesAsync(string? database, CancellationToken cancellation) =>
        Answer<IReadOnlyList<Capability>>(() => []);

    public Task<ILoopSession> OpenLoopAsync(AbsorberName name, CancellationToken cancellation) => Answer<ILoopSession>(() => new Session(this, name));

    public Task<IReadOnlyList<string>> ReadDatabasesAsync(CancellationToken cancellation) =>
        Answer<IReadOnlyList<string>>(() => [.. _absorbers.Keys.Select(name => name.Database).Distinct(StringComparer.Ordinal)]);

    public Task<IReadOnlyList<TableSummary>> ReadTablesAsync(string database, CancellationToken cancellation) => throw new NotSupportedException();

    public async Task<IReadOnlyList<AbsorberInfo>> ReadAsync(string database, CancellationToken cancellation)
    {
        var found = await Answer<IReadOnlyList<AbsorberInfo>>(() => [.. _absorbers.Values.Where(info => info.Name.Database == database)]);
        if (WhileReading is { } whileReading) await whileReading();
        return found;
    }

    public Task<string> ScriptCreateAsync(AbsorberSpec spec, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<AbsorberInfo> CreateAsync(AbsorberSpec spec, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<AbsorberInfo> ChangeAsync(AbsorberName name, AbsorberSettings settings, CancellationToken cancellation) =>
        Answer(() => _absorbers[name] = _absorbers[name] with { Settings = settings });

    public Task SetEnabledAsync(AbsorberName name, bool enabled, CancellationToken cancellation) =>
        Answer(() => _absorbers[name] = _absorbers[name] with { Enabled = enabled });

    public Task DropAsync(AbsorberName name, bool discardRows, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<IReadOnlyDictionary<AbsorberName, Watermarks>> ReadWatermarksAsync(string database, CancellationToken cancellation)
    {
        WatermarkReads++;
        return Answer<IReadOnlyDictionary<AbsorberName, Watermarks>>(() => Watermarks.Where(pair => pair.Key.Database == database).ToDictionary());
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private Task<T> Answer<T>(Func<T> answer) => Failure is { } failure ? Task.FromException<T>(failure) : Task.FromResult(answer());

    private sealed class Session(FakeEngine engine, AbsorberName name) : ILoopSession
    {
        public Task<bool> TryLockAsync(CancellationToken cancellation) => engine.Answer(() => true);

        public Task<BatchResult> RunBatchAsync(long? mostRows, CancellationToken cancellation) =>
            engine.Failure is { } failure ? Task.FromException<BatchResult>(failure)
            : engine.Batch is { } batch ? batch(name, cancellation)
            : Task.FromResult(engine.Nothing(name));

        public Task ReclaimAsync(CancellationToken cancellation) => Task.CompletedTask;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
