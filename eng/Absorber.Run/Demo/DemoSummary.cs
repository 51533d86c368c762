using System.Globalization;
using Spectre.Console;

namespace Absorber.Run.Demo;

/// <summary>The figures of a demo with an end.</summary>
internal static class DemoSummary
{
    public static void Print(IAnsiConsole console, Produced produced, DemoFigures figures, long greatestDepth, TimeSpan took)
    {
        Line("rows produced", $"{N(produced.Rows)} in {N(produced.Transactions)} transactions; {N(produced.RolledBackTransactions)} more were rolled back");
        Line("rows absorbed", N(figures.Absorbed));
        Line("rate", $"{N((long)(figures.Absorbed / took.TotalSeconds))} rows/s over {took.TotalSeconds.ToString("F1", CultureInfo.InvariantCulture)} s, drain included");
        Line("greatest depth", $"{N(greatestDepth)} rows");
        Line("greatest lag", $"{figures.GreatestLag.ToString("F1", CultureInfo.InvariantCulture)} s");
        Line("batches", N(figures.Batches));
        Line("errors", N(figures.Errors));

        void Line(string name, string value) => console.WriteLine($"{name,-16} {value}");
    }

    private static string N(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
