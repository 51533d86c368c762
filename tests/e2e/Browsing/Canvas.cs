using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>What is drawn in a chart, read from its pixels.</summary>
internal static class Canvas
{
    /// <summary>A chart, by the beginning of its title, such as <c>Depth</c>.</summary>
    public static ILocator Chart(this IPage page, string title) => page.GetByRole(AriaRole.Img, new() { Name = title + ":" });

    /// <summary>The picture as it is now, to be compared with a later one.</summary>
    public static Task<string> PictureAsync(this ILocator chart) => chart.EvaluateAsync<string>("canvas => canvas.toDataURL()");

    /// <summary>The widest stretch, in pixels, that the lines leave empty between their first and their last point. Grid and labels are grey, lines are not.</summary>
    public static Task<int> WidestGapAsync(this ILocator chart) => chart.EvaluateAsync<int>(
        """
        canvas => {
          const { width, height } = canvas;
          const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
          const isDrawn = x => {
            for (let y = 0; y < height; y++) {
              const [r, g, b, a] = pixels.subarray(4 * (y * width + x));
              if (a > 100 && Math.max(r, g, b) - Math.min(r, g, b) > 50) return true;
            }
            return false;
          };
          const drawn = Array.from({ length: width }, (_, x) => isDrawn(x));
          let widest = 0;
          let empty = 0;
          for (let x = drawn.indexOf(true); x >= 0 && x <= drawn.lastIndexOf(true); x++) {
            empty = drawn[x] ? 0 : empty + 1;
            widest = Math.max(widest, empty);
          }
          return widest;
        }
        """);
}
