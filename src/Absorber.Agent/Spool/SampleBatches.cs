using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>Puts consecutive samples into the message that carries them.</summary>
internal static class SampleBatches
{
    public static SampleBatch Build(Guid spool, long first, List<SpooledSample> spooled, long dropped)
    {
        var absorbers = new List<AbsorberName>();
        var indexes = new Dictionary<AbsorberName, int>();
        var samples = new List<Sample>(spooled.Count);
        foreach (var (name, sample) in spooled)
        {
            if (!indexes.TryGetValue(name, out var index))
            {
                index = absorbers.Count;
                indexes.Add(name, index);
                absorbers.Add(name);
            }

            samples.Add(sample with { Absorber = index });
        }

        return new SampleBatch(spool, first, absorbers, samples, dropped);
    }
}
