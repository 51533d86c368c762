using System.Collections.Concurrent;
using Absorber.Engine;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Loops;

/// <summary>
/// Reads from the databases, every few seconds, which absorbers there are and whether they should run, so that one that was made,
/// changed or dropped by hand turns up here.
/// </summary>
internal sealed class Reconciler(Fleet fleet, CommandCounter commands, IDatabaseEngine engine, IReadOnlyList<string> databases, TimeProvider time, ILogger logger)
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(2);

    /// <summary>How often databases without absorbers are looked at, and new databases looked for.</summary>
    private static readonly TimeSpan Discovery = TimeSpan.FromSeconds(15);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly ConcurrentDictionary<string, bool> _failing = new(StringComparer.Ordinal);
    private IReadOnlyList<string> _found = [];
    private long? _discovered;

    /// <summary>Runs until stopped.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        try
        {
            while (true)
            {
                await ReconcileAsync(stopping);
                await Task.Delay(Period, time, stopping);
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // Asked to stop.
        }
    }

    private async Task ReconcileAsync(CancellationToken stopping)
    {
        var all = _discovered is not { } last || time.GetElapsedTime(last) >= Discovery;
        if (all && databases.Count == 0) await DiscoverAsync(stopping);

        var occupied = fleet.Slots.Select(slot => slot.Name.Database).ToHashSet(StringComparer.Ordinal);
        var asked = databases.Count > 0 ? databases : all ? _found.Union(occupied, StringComparer.Ordinal) : occupied;
        await Task.WhenAll(asked.Select(database => ReadAsync(database, stopping)));
    }

    private async Task DiscoverAsync(CancellationToken stopping)
    {
        try
        {
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(stopping);
            patience.CancelAfter(Patience);
            _found = await engine.Catalog.ReadDatabasesAsync(patience.Token);
            _discovered = time.GetTimestamp();
            NoteSuccess(string.Empty);
        }
        catch (Exception error) when (error is EngineException or OperationCanceledException && !stopping.IsCancellationRequested)
        {
            if (_failing.TryAdd(string.Empty, true)) logger.DatabasesNotRead(error.Message);
        }
    }

    private async Task ReadAsync(string database, CancellationToken stopping)
    {
        try
        {
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(stopping);
            patience.CancelAfter(Patience);
            var before = commands.Value;
            var found = await engine.Absorbers.ReadAsync(database, patience.Token);
            NoteSuccess(database);

            // What was read while a command was carried out may be what was true before it: the next round knows better.
            if (commands.Value == before) fleet.Adopt(database, found);
        }
        catch (Exception error) when (error is EngineException or OperationCanceledException && !stopping.IsCancellationRequested)
        {
            if (_failing.TryAdd(database, true)) logger.AbsorbersNotRead(database, error.Message);
        }
    }

    private void NoteSuccess(string what)
    {
        if (_failing.TryRemove(what, out _)) logger.ReadAgain(what.Length == 0 ? "The list of databases" : $"Database {what}");
    }
}
