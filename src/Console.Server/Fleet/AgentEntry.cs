using System.Collections.Concurrent;
using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>One agent in the console's memory.</summary>
internal sealed class AgentEntry(int id, string name)
{
    private readonly ConcurrentDictionary<AbsorberName, AbsorberEntry> _absorbers = new();
    private readonly ConcurrentDictionary<Guid, SpoolProgress> _spools = new();
    private volatile AgentConnection? _connection;

    public int Id => id;

    public string Name => name;

    public string Server { get; set; } = "";

    public string Engine { get; set; } = "";

    public string Version { get; set; } = "";

    /// <summary>When it was last heard of.</summary>
    public DateTimeOffset Seen { get; set; }

    public long DroppedSamples { get; set; }

    /// <summary>Reports that are not in the store yet, because it was away when they came.</summary>
    public IReadOnlyList<AbsorberReport>? Unsaved { get; set; }

    /// <summary>Reports of one agent are taken one after another.</summary>
    public SemaphoreSlim Reporting { get; } = new(1, 1);

    public IEnumerable<AbsorberEntry> Absorbers => _absorbers.Values;

    public AgentConnection? Connection => _connection;

    public bool IsOnline => _connection is not null;

    public AbsorberEntry? Find(AbsorberName absorber) => _absorbers.GetValueOrDefault(absorber);

    public void Add(AbsorberEntry absorber) => _absorbers[absorber.Report.Name] = absorber;

    public SpoolProgress Spool(Guid spool) => _spools.GetOrAdd(spool, static _ => new SpoolProgress());

    public void Connect(AgentConnection? connection) => _connection = connection;

    public AgentView View(DateTimeOffset now) => new(
        Name, Server, Engine, Version, IsOnline, IsOnline ? now : Seen, _absorbers.Values.Count(absorber => !absorber.IsRemoved), DroppedSamples);
}
