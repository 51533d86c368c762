using Absorber.ConsoleServer.Store;
using Absorber.ConsoleServer.Store.Model;
using Absorber.Contracts;
using Microsoft.EntityFrameworkCore;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>Keeps who exists the same in memory and in the store, and numbers what is new.</summary>
internal sealed class AgentDirectory(FleetMemory fleet, IDbContextFactory<StoreContext> store, TimeProvider time, ILogger<AgentDirectory> log)
{
    /// <summary>What operators did longer ago than this is not among the things that happened lately.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromDays(1);

    /// <summary>Fills memory at start.</summary>
    public async Task LoadAsync(CancellationToken cancellation)
    {
        await using var context = await store.CreateDbContextAsync(cancellation);
        var agents = new Dictionary<int, AgentEntry>();
        foreach (var row in await context.Agents.AsNoTracking().ToListAsync(cancellation))
            agents[row.Id] = fleet.Add(EntryOf(row));
        foreach (var row in await context.Absorbers.AsNoTracking().ToListAsync(cancellation))
            fleet.Add(new AbsorberEntry(row.Id, agents[row.AgentId], row.ToReport(), row.Removed is not null));
        foreach (var row in await context.SpoolPositions.AsNoTracking().ToListAsync(cancellation))
        {
            var agent = agents[row.AgentId];
            var spool = agent.Spool(row.Spool);
            spool.Stored = spool.Applied = row.Sequence;
            if (row.StoredAt > agent.Seen)
                agent.Seen = row.StoredAt;
        }
        var since = time.GetUtcNow() - Remembered;
        foreach (var row in await context.Actions.AsNoTracking().Where(row => row.At > since && row.AbsorberId != null).ToListAsync(cancellation))
            fleet.Absorber(row.AbsorberId!.Value)?.Happenings.AddAction(row.At, row.Who, row.What, row.Succeeded, row.Outcome);
    }

    /// <summary>The entry of an agent that registers; null for one that is new while the store is away.</summary>
    public async Task<AgentEntry?> EnterAsync(AgentRegistration registration, CancellationToken cancellation)
    {
        var agent = fleet.Agent(registration.Agent) ?? await AddAgentAsync(registration, cancellation);
        if (agent is null)
            return null;
        agent.Server = registration.Server;
        agent.Engine = registration.Engine;
        agent.Version = registration.AgentVersion;
        agent.Seen = time.GetUtcNow();
        return agent;
    }

    /// <summary>Takes an agent's list of all its absorbers. What the store cannot take now is tried again later.</summary>
    public async Task ReportAsync(AgentEntry agent, IReadOnlyList<AbsorberReport> reports, CancellationToken cancellation)
    {
        await agent.Reporting.WaitAsync(cancellation);
        try
        {
            foreach (var report in reports)
                agent.Find(report.Name)?.Take(report);
            var reported = reports.Select(report => report.Name).ToHashSet();
            foreach (var gone in agent.Absorbers.Where(absorber => !reported.Contains(absorber.Report.Name)))
                gone.Remove();

            agent.Unsaved = reports;
            await TrySaveAsync(agent, cancellation);
            fleet.Refresh();
        }
        finally
        {
            agent.Reporting.Release();
        }
    }

    /// <summary>Saves what the store missed, and when agents were last heard of.</summary>
    public async Task SaveAsync(CancellationToken cancellation)
    {
        foreach (var agent in fleet.Agents.Where(agent => agent.IsOnline || agent.Unsaved is not null))
        {
            await agent.Reporting.WaitAsync(cancellation);
            try
            {
                await TrySaveAsync(agent, cancellation);
            }
            finally
            {
                agent.Reporting.Release();
            }
        }
    }

    /// <summary>
    /// The absorbers that samples are of; null where one is new and the store is away. A name that was never reported is of an
    /// absorber that has been dropped since: it gets a number for its history, and no place on the page.
    /// </summary>
    public async Task<AbsorberEntry[]?> FindAsync(AgentEntry agent, IReadOnlyList<AbsorberName> names, CancellationToken cancellation)
    {
        if (names.Any(name => agent.Find(name) is null) && !await TryAddDroppedAsync(agent, names, cancellation))
            return null;
        return [.. names.Select(name => agent.Find(name)!)];
    }

    private async Task<AgentEntry?> AddAgentAsync(AgentRegistration registration, CancellationToken cancellation)
    {
        try
        {
            await using var context = await store.CreateDbContextAsync(cancellation);
            var row = await context.Agents.SingleOrDefaultAsync(agent => agent.Name == registration.Agent, cancellation);
            if (row is null)
            {
                row = new AgentRow
                {
                    Name = registration.Agent,
                    Server = registration.Server,
                    Engine = registration.Engine,
                    Version = registration.AgentVersion,
                    Seen = time.GetUtcNow(),
                };
                await context.Agents.AddAsync(row, cancellation);
                await context.SaveChangesAsync(cancellation);
            }
            return fleet.Add(EntryOf(row));
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            log.NotSaved(registration.Agent, StoreErrors.Describe(error));
            return null;
        }
    }

    private async Task TrySaveAsync(AgentEntry agent, CancellationToken cancellation)
    {
        try
        {
            await using var context = await store.CreateDbContextAsync(cancellation);
            var row = await context.Agents.SingleAsync(row => row.Id == agent.Id, cancellation);
            row.Server = agent.Server;
            row.Engine = agent.Engine;
            row.Version = agent.Version;
            row.Seen = agent.IsOnline ? time.GetUtcNow() : agent.Seen;
            row.DroppedSamples = agent.DroppedSamples;
            var added = agent.Unsaved is { } reports ? await MergeAsync(context, agent, reports, cancellation) : [];
            await context.SaveChangesAsync(cancellation);
            agent.Unsaved = null;
            foreach (var absorber in added)
                fleet.Add(new AbsorberEntry(absorber.Id, agent, absorber.ToReport(), removed: false));
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            log.NotSaved(agent.Name, StoreErrors.Describe(error));
        }
    }

    private async Task<List<AbsorberRow>> MergeAsync(StoreContext context, AgentEntry agent, IReadOnlyList<AbsorberReport> reports, CancellationToken cancellation)
    {
        var rows = await context.Absorbers.Where(row => row.AgentId == agent.Id).ToDictionaryAsync(row => row.Name, cancellation);
        var added = new List<AbsorberRow>();
        foreach (var report in reports)
        {
            if (!rows.Remove(report.Name, out var row))
            {
                row = RowOf(agent, report.Name);
                await context.Absorbers.AddAsync(row, cancellation);
                added.Add(row);
            }
            row.Take(report);
            if (agent.Find(report.Name) is null && !added.Contains(row))
                added.Add(row);
        }
        foreach (var gone in rows.Values)
            gone.Removed ??= time.GetUtcNow();
        return added;
    }

    private async Task<bool> TryAddDroppedAsync(AgentEntry agent, IReadOnlyList<AbsorberName> names, CancellationToken cancellation)
    {
        await agent.Reporting.WaitAsync(cancellation);
        try
        {
            if (agent.Unsaved is not null)
                await TrySaveAsync(agent, cancellation);
            var missing = names.Where(name => agent.Find(name) is null).Distinct().ToList();
            if (agent.Unsaved is not null)
                return missing.Count == 0;

            await using var context = await store.CreateDbContextAsync(cancellation);
            var rows = missing.ConvertAll(name => RowOf(agent, name));
            rows.ForEach(row => row.Removed = time.GetUtcNow());
            await context.Absorbers.AddRangeAsync(rows, cancellation);
            await context.SaveChangesAsync(cancellation);
            foreach (var row in rows)
                fleet.Add(new AbsorberEntry(row.Id, agent, row.ToReport(), removed: true));
            return true;
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            log.NotSaved(agent.Name, StoreErrors.Describe(error));
            return false;
        }
        finally
        {
            agent.Reporting.Release();
        }
    }

    private AbsorberRow RowOf(AgentEntry agent, AbsorberName name) => new()
    {
        AgentId = agent.Id,
        Database = name.Database,
        Schema = name.Schema,
        Table = name.Table,
        Since = time.GetUtcNow(),
    };

    private static AgentEntry EntryOf(AgentRow row) => new(row.Id, row.Name)
    {
        Server = row.Server,
        Engine = row.Engine,
        Version = row.Version,
        Seen = row.Seen,
        DroppedSamples = row.DroppedSamples,
    };
}
