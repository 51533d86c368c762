using System.Collections.Concurrent;
using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Series;

namespace Absorber.ConsoleServer.Live;

/// <summary>The latest of everything that browsers may show.</summary>
internal sealed class LiveContent(FleetMemory fleet)
{
    /// <summary>A browser that begins to watch gets this much at once, so that nothing falls between its page and its connection.</summary>
    private const int FirstSeconds = 60;

    private readonly ConcurrentDictionary<string, FragmentMessage> _fragments = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<int, PointsMessage> _points = new();
    private long _version;
    private volatile PulseMessage? _pulse;

    public PulseMessage? Pulse
    {
        get => _pulse;
        set => _pulse = value;
    }

    public FragmentMessage? Fragment(string name) => _fragments.GetValueOrDefault(name);

    /// <summary>Takes a fragment's content; returns whether it differs from what was there.</summary>
    public bool Put(string name, string html)
    {
        if (_fragments.TryGetValue(name, out var former) && former.Html == html)
            return false;
        _fragments[name] = new FragmentMessage(html, Interlocked.Increment(ref _version), LiveMessages.Fragment(name, html));
        return true;
    }

    /// <summary>Forgets what nobody watches, so that nobody gets it stale.</summary>
    public void Keep(IReadOnlySet<string> fragments, IReadOnlySet<int> absorbers)
    {
        foreach (var name in _fragments.Keys.Where(name => !fragments.Contains(name)))
            _fragments.TryRemove(name, out _);
        foreach (var absorber in _points.Keys.Where(absorber => !absorbers.Contains(absorber)))
            _points.TryRemove(absorber, out _);
    }

    /// <summary>What changed in an absorber's series after a version; null where nothing did. Browsers that keep up share one message.</summary>
    public PointsMessage? Points(int absorber, long? sent)
    {
        if (fleet.Absorber(absorber) is not { } entry || sent >= entry.Series.Version)
            return null;
        if (sent is null)
            return Make(absorber, entry.Series, null);
        if (_points.TryGetValue(absorber, out var shared) && shared.From == sent)
            return shared;
        return _points[absorber] = Make(absorber, entry.Series, sent);
    }

    private static PointsMessage Make(int absorber, AbsorberSeries series, long? sent)
    {
        var (version, points) = series.ChangedSince(sent ?? 0);
        if (sent is null && points.Count > FirstSeconds)
            points = [.. points.Skip(points.Count - FirstSeconds)];
        return new PointsMessage(sent, version, points.Count == 0 ? null : LiveMessages.Points(absorber, points));
    }
}
