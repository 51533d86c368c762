using System.Text.Json;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>Whether everybody can read and use a page as it is now: by axe's rules, light and dark, on a desk and on a phone.</summary>
internal static class Readability
{
    private static readonly (string Name, ViewportSize Size)[] Sizes = [("desktop", Screens.Desktop), ("phone", Screens.Phone)];

    public static async Task ExpectAsync(IPage page)
    {
        var before = page.ViewportSize;
        var problems = new List<string>();
        foreach (var (name, size) in Sizes)
        {
            await page.SetViewportSizeAsync(size.Width, size.Height);
            foreach (var theme in new[] { ColorScheme.Light, ColorScheme.Dark })
            {
                await page.EmulateMediaAsync(new() { ColorScheme = theme });
                var result = await page.RunAxe();
                problems.AddRange(result.Violations
                    .Where(violation => violation.Impact is "serious" or "critical")
                    .Select(violation => $"{name}, {theme}: {violation.Id} ({violation.Impact}), {violation.Help}: {string.Join(" | ", violation.Nodes.Take(3).Select(node => node.Html))}"));
            }

            var overflow = await OverflowAsync(page);
            if (overflow.GetArrayLength() > 0)
                problems.Add($"{name}: scrolls sideways because of {overflow}");
        }

        if (before is not null)
            await page.SetViewportSizeAsync(before.Width, before.Height);
        await page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Light });
        Assert.True(problems.Count == 0, string.Join(Environment.NewLine, problems));
    }

    /// <summary>What reaches beyond the page's right edge, where that makes the page scroll sideways.</summary>
    private static async Task<JsonElement> OverflowAsync(IPage page) => await page.EvaluateAsync<JsonElement>(
        """
        () => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [...document.querySelectorAll("body *")]
            .filter(element => element.getBoundingClientRect().right > root.clientWidth + 1)
            .slice(0, 5)
            .map(element => `<${element.localName} class="${element.className}"> to ${Math.round(element.getBoundingClientRect().right)} px`);
        }
        """);
}
