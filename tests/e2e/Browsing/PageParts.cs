using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>The parts of pages that tests look at, found as people find them: by role and label.</summary>
internal static class PageParts
{
    /// <summary>In the header: whether figures are live.</summary>
    public static ILocator LiveStatus(this IPage page) => page.GetByRole(AriaRole.Banner).Locator("[data-live-status]");

    /// <summary>A target's row on the fleet page.</summary>
    public static ILocator RowOf(this IPage page, string target) => page
        .GetByRole(AriaRole.Row)
        .Filter(new() { Has = page.GetByRole(AriaRole.Rowheader).GetByRole(AriaRole.Link, new() { Name = target, Exact = true }) });

    /// <summary>The cell of a row on the fleet page.</summary>
    public static ILocator Cell(this ILocator row, FleetColumn column) => row.GetByRole(AriaRole.Cell).Nth((int)column);

    /// <summary>One of the big figures at the top of a page, such as <c>In buffer</c>.</summary>
    public static ILocator Figure(this IPage page, string label) => page
        .Locator("dl.kpis > div")
        .Filter(new() { Has = page.GetByRole(AriaRole.Term).Filter(new() { HasTextRegex = new Regex($"^{Regex.Escape(label)}$", RegexOptions.None, TimeSpan.FromSeconds(1)) }) })
        .GetByRole(AriaRole.Definition);

    /// <summary>The state beside an absorber's name.</summary>
    public static ILocator State(this IPage page) => page.Locator(".head .pill");

    /// <summary>The numbers of a chart, once its details are open.</summary>
    public static ILocator Numbers(this IPage page, string chart) => page.GetByRole(AriaRole.Region, new() { Name = $"Numbers of {chart}" });
}

/// <summary>The cells of a row on the fleet page, after the absorber's name.</summary>
internal enum FleetColumn
{
    State,
    Lag,
    Trend,
    Depth,
    In,
    Out,
    Batch,
    Errors,
    Outlook,
    Act,
}
