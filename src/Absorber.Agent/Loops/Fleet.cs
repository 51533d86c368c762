using System.Collections.Concurrent;
using Absorber.Agent.Sampling;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Loops;

/// <summary>All absorbers that the agent knows.</summary>
/// <remarks>Safe to use from several threads.</remarks>
internal sealed class Fleet(IDatabaseEngine engine, ISampleSink sink, TimeProvider time, ILogger logger)
{
    private readonly ConcurrentDictionary<AbsorberName, AbsorberSlot> _slots = new();
    private long _version;

    public ICollection<AbsorberSlot> Slots => _slots.Values;

    /// <summary>Grows whenever a report would read otherwise than before.</summary>
    public long Version => Volatile.Read(ref _version);

    public AbsorberSlot? Find(AbsorberName name) => _slots.GetValueOrDefault(name);

    public IReadOnlyList<AbsorberReport> Report() =>
        [.. _slots.Values.Select(slot => slot.Report()).OrderBy(report => report.Name.Database, StringComparer.Ordinal).ThenBy(report => report.Name.ToString(), StringComparer.Ordinal)];

    /// <summary>Brings the absorbers of a database in line with what was found in it.</summary>
    public void Adopt(string database, IReadOnlyList<AbsorberInfo> found)
    {
        var byName = found.ToDictionary(absorber => absorber.Name);
        foreach (var slot in _slots.Values.Where(slot => slot.Name.Database == database))
        {
            // A different number is a different buffer: the absorber was dropped and made anew.
            if (!byName.TryGetValue(slot.Name, out var absorber) || absorber.Id != slot.Id) Remove(slot);
        }

        foreach (var absorber in found)
        {
            if (!_slots.TryGetValue(absorber.Name, out var slot))
            {
                slot = CreateSlot(absorber);
                _slots[absorber.Name] = slot;
                Change();
                logger.Found(absorber.Name, database, absorber.Enabled);
            }

            slot.Adopt(absorber);
        }
    }

    /// <summary>Ends all loops, together, within a grace time.</summary>
    public Task EndAsync(TimeSpan grace, CancellationToken hurry) =>
        Task.WhenAll(_slots.Values.Select(slot => slot.Run).OfType<LoopRun>().Select(run => run.EndAsync(grace, hurry)));

    private void Remove(AbsorberSlot slot)
    {
        slot.Stop();
        _slots.TryRemove(slot.Name, out _);
        Change();
        logger.Gone(slot.Name, slot.Name.Database);
    }

    private AbsorberSlot CreateSlot(AbsorberInfo absorber) =>
        new(absorber, new AbsorberSampler(absorber.Name, sink, time), CreateRun, time, Change);

    private LoopRun CreateRun(AbsorberInfo absorber, AbsorberSlot slot)
    {
        var loop = new SyncLoop(
            absorber.Name,
            absorber.Settings,
            cancellation => engine.OpenLoopAsync(absorber.Name, cancellation),
            slot.Sampler.Lag,
            slot,
            new SyncLoopOptions(),
            time,
            logger);
        return new LoopRun(loop, time);
    }

    private void Change() => Interlocked.Increment(ref _version);
}
