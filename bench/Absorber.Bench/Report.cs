using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Spectre.Console;

namespace Absorber.Bench;

/// <summary>The findings of a run, with the machine and the server that they were measured on.</summary>
internal sealed class Report(string setting, IReadOnlyList<Finding> findings)
{
    public static async Task<Report> CreateAsync(BenchContext context, IReadOnlyList<Finding> findings, CancellationToken cancellation)
    {
        var server = await context.Engine.ReadServerAsync(cancellation);
        return new Report(
            $"{server.Engine}, {Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, .NET {Environment.Version}; "
            + $"{context.Rows:N0} rows, median of {context.Rounds} rounds; {context.Server.Setting}",
            findings);
    }

    public void Print()
    {
        var table = new Table().Border(TableBorder.Rounded).AddColumns("What", "Ratio", "Goal", "", "Figures");
        foreach (var finding in findings)
        {
            table.AddRow(
                Markup.Escape(finding.What), Markup.Escape(finding.Ratio), Markup.Escape(finding.Goal), Mark(finding), Markup.Escape(finding.Detail));
        }

        AnsiConsole.Write(table);
        AnsiConsole.WriteLine(setting);
    }

    public Task WriteAsync(string path, CancellationToken cancellation)
    {
        var text = new StringBuilder();
        text.AppendLine("| what | ratio | goal | reached | figures |").AppendLine("|---|---:|---|---|---|");
        foreach (var finding in findings)
            text.AppendLine(CultureInfo.InvariantCulture, $"| {finding.What} | {finding.Ratio} | {finding.Goal} | {Mark(finding)} | {finding.Detail} |");

        text.AppendLine().AppendLine(setting);
        return File.WriteAllTextAsync(path, text.ToString(), cancellation);
    }

    private static string Mark(Finding finding) => finding.Reached switch { true => "yes", false => "no", null => "" };
}
