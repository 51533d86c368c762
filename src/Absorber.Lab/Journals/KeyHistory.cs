namespace Absorber.Lab.Journals;

/// <summary>A transaction that committed, as its producer saw it, in ticks of one clock.</summary>
/// <param name="Began">Before its first statement was sent.</param>
/// <param name="Committed">After its commit was confirmed.</param>
internal readonly record struct CommittedSpan(long Began, long Committed);

/// <summary>
/// The rows of a shared key that may stand in the target: those that no transaction replaced which began after theirs had
/// committed. Of transactions that overlapped either may win, so there can be several, but no more than there are producers.
/// </summary>
internal sealed class KeyHistory
{
    private readonly List<(long Revision, CommittedSpan Span)> _candidates = [];

    public IEnumerable<long> Acceptable
    {
        get
        {
            lock (_candidates)
                return [.. _candidates.Select(candidate => candidate.Revision)];
        }
    }

    public void Add(long revision, CommittedSpan span)
    {
        lock (_candidates)
        {
            _candidates.RemoveAll(candidate => candidate.Span.Committed < span.Began);
            if (!_candidates.Exists(candidate => candidate.Span.Began > span.Committed))
                _candidates.Add((revision, span));
        }
    }
}
