using Absorber.ConsoleServer.Store;
using Absorber.ConsoleServer.Store.Samples;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>Takes samples from agents: into memory at once, so that they show within the second, and into the store.</summary>
internal sealed class SampleIntake(AgentDirectory directory, SampleWriter writer, StoreStatus store, TimeProvider time)
{
    /// <summary>A sample from further ahead than this gets the console's time: the agent's clock is wrong.</summary>
    private static readonly TimeSpan BelievableAhead = TimeSpan.FromMinutes(1);

    public async Task<SampleAcknowledgement> TakeAsync(AgentEntry agent, SampleBatch batch, CancellationToken cancellation)
    {
        agent.Seen = time.GetUtcNow();
        agent.DroppedSamples = batch.Dropped;
        var spool = agent.Spool(batch.Spool);
        var absorbers = await directory.FindAsync(agent, batch.Absorbers, cancellation);
        if (batch.Samples.Count == 0 || absorbers is null)
            return Acknowledge(spool, store.IsAway);

        SpoolWrite write;
        lock (spool.Lock)
        {
            var acceptsGap = spool.TooEarly == batch.FirstSequence;
            if (batch.FirstSequence > spool.Applied + 1 && !acceptsGap)
            {
                spool.TooEarly = batch.FirstSequence;
                return new SampleAcknowledgement(spool.Stored);
            }
            write = new SpoolWrite(agent.Id, batch.Spool, batch.FirstSequence, acceptsGap, Number(batch.Samples, absorbers));
            Apply(spool, write, absorbers, batch.Samples);
        }
        return await StoreAsync(spool, write, cancellation);
    }

    private async Task<SampleAcknowledgement> StoreAsync(SpoolProgress spool, SpoolWrite write, CancellationToken cancellation)
    {
        var position = await writer.StoreAsync(write, cancellation);
        lock (spool.Lock)
        {
            spool.Stored = Math.Max(spool.Stored, position ?? 0);
            if (position is { } stored)
                spool.TooEarly = stored < write.First - 1 ? write.First : null;
        }
        return Acknowledge(spool, position is null);
    }

    private static SampleAcknowledgement Acknowledge(SpoolProgress spool, bool storeAway)
    {
        lock (spool.Lock)
            return new SampleAcknowledgement(spool.Stored, storeAway);
    }

    private StoredSample[] Number(IReadOnlyList<Sample> samples, AbsorberEntry[] absorbers)
    {
        var now = time.GetUtcNow();
        var numbered = new StoredSample[samples.Count];
        for (var i = 0; i < numbered.Length; i++)
        {
            var sample = samples[i].At <= now + BelievableAhead ? samples[i] : samples[i] with { At = now };
            numbered[i] = new StoredSample(absorbers[sample.Absorber].Id, sample);
        }
        return numbered;
    }

    private static void Apply(SpoolProgress spool, SpoolWrite write, AbsorberEntry[] absorbers, IReadOnlyList<Sample> samples)
    {
        for (var i = (int)Math.Max(0, spool.Applied + 1 - write.First); i < write.Samples.Count; i++)
            absorbers[samples[i].Absorber].Series.Add(write.Samples[i].Sample);
        spool.Applied = Math.Max(spool.Applied, write.Last);
    }
}
