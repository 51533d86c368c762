using Absorber.Lab.Shapes;

namespace Absorber.Lab.Journals;

/// <summary>
/// What producers committed for one target: for each key the last revision, or the few that may stand for a shared key. Its size
/// depends on the number of keys, not of rows.
/// </summary>
internal sealed class TargetJournal(TargetShape shape)
{
    private readonly long[] _last = new long[shape.Keys];
    private readonly KeyHistory[] _shared = [.. Enumerable.Range(0, shape.SharedKeys).Select(_ => new KeyHistory())];

    public TargetShape Shape { get; } = shape;

    /// <summary>Notes the last row that a committed transaction wrote for a key. A key that is not shared has one producer only, so its calls come in order.</summary>
    public void Committed(int key, long revision, CommittedSpan span)
    {
        if (key < _shared.Length)
            _shared[key].Add(revision, span);
        else
            _last[key] = revision;
    }

    /// <summary>The revisions that may stand in the target for a key; empty where none was committed.</summary>
    public IEnumerable<long> Acceptable(int key) => key < _shared.Length ? _shared[key].Acceptable : _last[key] is 0 ? [] : [_last[key]];
}
