using Absorber.Agent.Loops;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Sampling;

/// <summary>
/// Looks at the watermarks of absorbers whose loop is silent, because it is stopped or because a batch takes long: once a second,
/// in one round trip per database, so that a buffer is seen to grow whatever its loop does.
/// </summary>
internal sealed class Watcher(Fleet fleet, IAbsorbers absorbers, TimeProvider time, ILogger logger)
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Silence = TimeSpan.FromMilliseconds(900);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, Task> _looks = new(StringComparer.Ordinal);

    public async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Period, time);
        try
        {
            while (await timer.WaitForNextTickAsync(stopping)) Look(stopping);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            await Task.WhenAll(_looks.Values);
        }
    }

    /// <summary>Starts a look at every database that has a silent absorber and whose last look is over.</summary>
    private void Look(CancellationToken stopping)
    {
        foreach (var slots in fleet.Slots.Where(slot => slot.Sampler.IsSilentFor(Silence)).GroupBy(slot => slot.Name.Database, StringComparer.Ordinal))
        {
            if (_looks.TryGetValue(slots.Key, out var look) && !look.IsCompleted) continue;

            _looks[slots.Key] = LookAsync(slots.Key, [.. slots], stopping);
        }
    }

    private async Task LookAsync(string database, List<AbsorberSlot> slots, CancellationToken stopping)
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        try
        {
            var watermarks = await absorbers.ReadWatermarksAsync(database, either.Token);
            foreach (var slot in slots.Where(slot => slot.Sampler.IsSilentFor(Silence)))
            {
                if (watermarks.TryGetValue(slot.Name, out var found)) slot.Sampler.Watch(found);
            }
        }
        catch (Exception error) when (error is EngineException or OperationCanceledException)
        {
            // The loops and the reconciler report a database that is away; a missing look is drawn as a gap.
            logger.LookFailed(database, error.Message);
        }
    }
}
