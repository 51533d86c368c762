namespace Absorber.Engine.Sync;

/// <summary>Learns what a sync loop does, on the loop's own thread: calls must return at once and must not throw.</summary>
public interface ILoopObserver
{
    void StatusChanged(LoopStatus status);

    void Sampled(LoopSample sample);
}
