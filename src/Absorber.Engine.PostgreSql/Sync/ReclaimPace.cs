using Absorber.Engine.Sync;

namespace Absorber.Engine.PostgreSql.Sync;

/// <summary>Decides when asking the server to reclaim is worth a round trip.</summary>
internal sealed class ReclaimPace(TimeProvider time)
{
    /// <summary>A quarter of what a segment holds before producers are moved on.</summary>
    public const long Rows = 50_000;

    /// <summary>How often to ask while few rows come or none, as long as something is left to give back.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private long _lastTime = time.GetTimestamp();
    private long _lastIssued;
    private long _issued;
    private long _purged;
    private bool _isAnythingLeft = true; // nobody knows what was left behind by a session before

    public bool IsDue =>
        _purged >= Rows
        || _issued - _lastIssued >= Rows
        || (_isAnythingLeft && time.GetElapsedTime(_lastTime) >= Interval);

    public void Record(BatchResult batch)
    {
        _issued = batch.Watermarks.Issued;
        _purged += batch.Purged;
        _isAnythingLeft |= batch.Purged > 0;
    }

    public void Reclaimed(bool isAnythingLeft)
    {
        _isAnythingLeft = isAnythingLeft;
        _lastIssued = _issued;
        _purged = 0;
        _lastTime = time.GetTimestamp();
    }
}
