using Absorber.ConsoleClient.Charts;
using Absorber.ConsoleClient.Views;

namespace Absorber.ConsoleClient.Fragments;

/// <summary>
/// Knows every fragment by its name: what pages render inside <c>data-fragment</c> elements,
/// and what the server renders once for all who watch it.
/// </summary>
public sealed class FragmentCatalog(IFleet fleet, IHistory history)
{
    /// <summary>How many batches, errors or actions a list shows.</summary>
    public const int ListLength = 50;

    /// <summary>Whether a fragment is read from the store, so that rendering it costs a query; others come from memory.</summary>
    public static bool ReadsStore(string name) =>
        FragmentName.Parse(name) is { Kind: FragmentKind.Batches or FragmentKind.Errors or FragmentKind.Actions or FragmentKind.Points };

    /// <summary>Gathers what a fragment shows now.</summary>
    /// <returns>Null where there is no fragment of that name, or no longer an absorber of that number.</returns>
    public async Task<FragmentContent?> FindAsync(string name, CancellationToken cancellation)
    {
        if (FragmentName.Parse(name) is not { } parsed)
            return null;

        var current = fleet.Current;
        if (parsed.Absorber is not { } id)
            return OfFleet(parsed.Kind, current);

        return fleet.Find(id) is { } absorber ? await OfAbsorberAsync(parsed, absorber, current.At, cancellation) : null;
    }

    private static FragmentContent? OfFleet(FragmentKind kind, FleetView view) => kind switch
    {
        FragmentKind.Header => Of<HeaderFragment>(("View", view)),
        FragmentKind.Fleet => Of<FleetFragment>(("View", view)),
        FragmentKind.Agents => Of<AgentsFragment>(("View", view)),
        _ => null,
    };

    private async Task<FragmentContent?> OfAbsorberAsync(FragmentName name, AbsorberView view, DateTimeOffset now, CancellationToken cancellation) => name.Kind switch
    {
        FragmentKind.Absorber => Of<AbsorberFragment>(("View", view), ("Now", now)),
        FragmentKind.Aside => Of<AsideFragment>(("View", view), ("Now", now)),
        FragmentKind.Batches => Of<BatchesFragment>(("Batches", await history.ReadBatchesAsync(view.Id, ListLength, onlyErrors: false, cancellation)), ("Now", now)),
        FragmentKind.Errors => Of<ErrorsFragment>(("Batches", await history.ReadBatchesAsync(view.Id, ListLength, onlyErrors: true, cancellation)), ("Now", now)),
        FragmentKind.Actions => Of<ActionsFragment>(("Actions", await history.ReadActionsAsync(view.Id, ListLength, cancellation)), ("Now", now)),
        FragmentKind.Points when ChartRange.Find(name.Range) is { } range => await PointsAsync(view.Id, range, now, cancellation),
        _ => null,
    };

    private async Task<FragmentContent> PointsAsync(int absorber, ChartRange range, DateTimeOffset now, CancellationToken cancellation) => Of<PointsFragment>(
        ("Points", await ChartPoints.ReadAsync(history, absorber, range, now, cancellation)),
        ("Step", range.StepFor(ChartPoints.TableRows)),
        ("Now", now));

    private static FragmentContent Of<TComponent>(params (string Name, object? Value)[] parameters) =>
        new(typeof(TComponent), parameters.ToDictionary(p => p.Name, p => p.Value, StringComparer.Ordinal));
}
