using System.Collections.Concurrent;
using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Store;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>All agents and absorbers, and what pages show of them. Reading never waits.</summary>
internal sealed class FleetMemory(StoreStatus store, TimeProvider time) : IFleet
{
    private static readonly Comparer<(AbsorberView View, int LagBand)> WorstFirst = Comparer<(AbsorberView View, int LagBand)>.Create(Compare);

    private readonly ConcurrentDictionary<string, AgentEntry> _agents = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<int, AbsorberEntry> _absorbers = new();
    private readonly Lock _refreshing = new();
    private volatile Snapshot _snapshot = new(new FleetView { At = time.GetUtcNow(), Absorbers = [], Agents = [] }, new Dictionary<int, AbsorberView>());

    public FleetView Current => _snapshot.Fleet;

    public AbsorberView? Find(int absorber) => _snapshot.ById.GetValueOrDefault(absorber);

    public IEnumerable<AgentEntry> Agents => _agents.Values;

    public AgentEntry? Agent(string name) => _agents.GetValueOrDefault(name);

    public AbsorberEntry? Absorber(int id) => _absorbers.GetValueOrDefault(id);

    public AgentEntry Add(AgentEntry agent) => _agents.GetOrAdd(agent.Name, agent);

    public void Add(AbsorberEntry absorber)
    {
        _absorbers[absorber.Id] = absorber;
        absorber.Agent.Add(absorber);
    }

    /// <summary>Puts together what pages see.</summary>
    public void Refresh()
    {
        lock (_refreshing)
        {
            var now = time.GetUtcNow();
            var views = _absorbers.Values
                .Where(absorber => !absorber.IsRemoved)
                .Select(absorber => (View: absorber.View(now), absorber.LagBand))
                .Order(WorstFirst)
                .Select(absorber => absorber.View)
                .ToArray();
            _snapshot = new(Total(views, now), views.ToDictionary(view => view.Id));
        }
    }

    private FleetView Total(AbsorberView[] views, DateTimeOffset now)
    {
        var online = views.Where(view => view.AgentOnline).ToArray();
        return new FleetView
        {
            At = now,
            Absorbers = views,
            Agents = [.. _agents.Values.Select(agent => agent.View(now)).OrderBy(agent => agent.Name, StringComparer.OrdinalIgnoreCase)],
            InPerSecond = online.Sum(view => view.InPerSecond ?? 0),
            OutPerSecond = online.Sum(view => view.OutPerSecond ?? 0),
            Depth = online.Sum(view => view.Depth ?? 0),
            OldestSeconds = online.Max(view => view.LagSeconds),
            HistoryProblem = store.Problem,
        };
    }

    /// <summary>Worse health first, then further behind, then by name, so that equals keep their places.</summary>
    private static int Compare((AbsorberView View, int LagBand) one, (AbsorberView View, int LagBand) other)
    {
        var order = other.View.Health.CompareTo(one.View.Health);
        if (order == 0)
            order = other.LagBand.CompareTo(one.LagBand);
        if (order == 0)
            order = StringComparer.OrdinalIgnoreCase.Compare(one.View.Name.ToString(), other.View.Name.ToString());
        if (order == 0)
            order = StringComparer.OrdinalIgnoreCase.Compare(one.View.Name.Database, other.View.Name.Database);
        return order != 0 ? order : one.View.Id.CompareTo(other.View.Id);
    }

    private sealed record Snapshot(FleetView Fleet, IReadOnlyDictionary<int, AbsorberView> ById);
}
