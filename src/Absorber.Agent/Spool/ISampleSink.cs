using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>Takes samples from loops and the watcher. Returns at once and never throws.</summary>
internal interface ISampleSink
{
    void Append(AbsorberName absorber, Sample sample);
}

/// <summary>Takes samples where no console is configured: nobody will ask for them.</summary>
internal sealed class NoSpool : ISampleSink
{
    public void Append(AbsorberName absorber, Sample sample)
    {
    }
}
