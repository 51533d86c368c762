using System.Globalization;
using Absorber.ConsoleClient.Charts;

namespace Absorber.ConsoleClient.Absorbers;

/// <summary>The address of an absorber's page in one of its views: tab, range and table all live there.</summary>
public sealed record AbsorberAddress(int Id, string Tab, ChartRange Range, bool Table)
{
    /// <summary>The tabs, as they stand in addresses and on the page.</summary>
    public static IReadOnlyList<string> Tabs { get; } = ["charts", "batches", "errors", "settings", "actions"];

    /// <summary>Reads an address; what it does not understand becomes the default.</summary>
    public static AbsorberAddress Parse(int id, string? tab, string? view, ChartRange range) =>
        new(id, tab is not null && Tabs.Contains(tab, StringComparer.Ordinal) ? tab : Tabs[0], range, view == "table");

    /// <summary>The address; what is the default is left out.</summary>
    public override string ToString()
    {
        var parts = new List<string>();
        if (Tab != Tabs[0])
            parts.Add("tab=" + Tab);
        if (Range.Until is { } until)
            parts.Add($"from={Iso(until - Range.Length)}&to={Iso(until)}");
        else if (Range.Key != ChartRange.Default.Key)
            parts.Add("range=" + Range.Key);
        if (Table)
            parts.Add("view=table");

        var path = string.Create(CultureInfo.InvariantCulture, $"/absorbers/{Id}");
        return parts.Count == 0 ? path : $"{path}?{string.Join('&', parts)}";
    }

    private static string Iso(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
