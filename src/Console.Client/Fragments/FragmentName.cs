using System.Globalization;

namespace Absorber.ConsoleClient.Fragments;

/// <summary>The fragments there are.</summary>
public enum FragmentKind
{
    /// <summary><c>header</c>: what needs attention, and the agents, on every page.</summary>
    Header,

    /// <summary><c>fleet</c>: totals and all absorbers, worst first.</summary>
    Fleet,

    /// <summary><c>agents</c>: all agents.</summary>
    Agents,

    /// <summary><c>absorber-3</c>: head and figures of one absorber.</summary>
    Absorber,

    /// <summary><c>aside-3</c>: settings and happenings of one absorber.</summary>
    Aside,

    /// <summary><c>batches-3</c>: its last batches.</summary>
    Batches,

    /// <summary><c>errors-3</c>: its last failed batches.</summary>
    Errors,

    /// <summary><c>actions-3</c>: what operators did to it.</summary>
    Actions,

    /// <summary><c>points-3-15m</c>: the numbers behind its charts, for one range.</summary>
    Points,
}

/// <summary>A fragment's name, taken apart.</summary>
public sealed record FragmentName(FragmentKind Kind, int? Absorber = null, string? Range = null)
{
    /// <summary>The name as it stands in pages and messages.</summary>
    public override string ToString()
    {
        var name = Kind.ToString().ToLowerInvariant();
        if (Absorber is { } absorber)
            name = string.Create(CultureInfo.InvariantCulture, $"{name}-{absorber}");
        return Range is null ? name : $"{name}-{Range}";
    }

    /// <summary>Takes a name apart that came from a browser.</summary>
    /// <returns>Null for anything that is not a fragment's name.</returns>
    public static FragmentName? Parse(string name)
    {
        var parts = name.Split('-');
        if (!Enum.TryParse<FragmentKind>(parts[0], ignoreCase: true, out var kind))
            return null;

        int? absorber = parts.Length > 1 && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : null;
        var range = parts.Length > 2 ? parts[2] : null;
        var parsed = new FragmentName(kind, absorber, range);
        var takesAbsorber = kind is not (FragmentKind.Header or FragmentKind.Fleet or FragmentKind.Agents);

        // Only the one spelling is a name: what differs after writing it out again is not.
        return takesAbsorber == absorber.HasValue && (kind == FragmentKind.Points) == (range is not null) && parsed.ToString() == name ? parsed : null;
    }
}
