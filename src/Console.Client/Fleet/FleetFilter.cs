using Absorber.ConsoleClient.Parts;
using Absorber.ConsoleClient.Views;

namespace Absorber.ConsoleClient.Fleet;

/// <summary>Finds absorbers by words. browser/filter.ts does the same while one types.</summary>
public static class FleetFilter
{
    /// <summary>What an absorber is found by: name, database, server, agent and state, in lower case.</summary>
    public static string TextOf(AbsorberView absorber) =>
        $"{absorber.Name} {absorber.Name.Database} {absorber.Server} {absorber.Agent} {StateWords.Of(absorber)}".ToLowerInvariant();

    /// <summary>Whether every word of the filter is found.</summary>
    public static bool Matches(AbsorberView absorber, string? filter)
    {
        var text = TextOf(absorber);
        return (filter ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .All(word => text.Contains(word.ToLowerInvariant(), StringComparison.Ordinal));
    }
}
