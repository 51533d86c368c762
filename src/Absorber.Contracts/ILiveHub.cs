namespace Absorber.Contracts;

/// <summary>What the console offers to browsers, at <see cref="HubPaths.Live"/>.</summary>
public interface ILiveHub
{
    /// <summary>Asks for fragments and points from now on; replaces what this connection asked for before.</summary>
    /// <param name="fragments">Names of fragments on the page, such as <c>fleet</c>. Their present content is sent at once.</param>
    /// <param name="absorber">The absorber whose points are wanted; null for none.</param>
    Task Watch(IReadOnlyList<string> fragments, int? absorber);
}

/// <summary>What the console sends to browsers.</summary>
public interface ILiveClient
{
    /// <summary>New content of a fragment, rendered once for all who show it.</summary>
    Task Fragment(string name, string html);

    /// <summary>New or changed points of the watched absorber, oldest first. A point replaces one of the same time.</summary>
    Task Points(int absorber, IReadOnlyList<SeriesPoint> points);

    /// <summary>A sign of life, once a second, with the console's clock in Unix milliseconds.</summary>
    Task Pulse(long now);
}
