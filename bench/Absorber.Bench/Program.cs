using System.CommandLine;
using Absorber.Bench;
using Absorber.EmbeddedPostgres;
using Spectre.Console;

IScenario[] scenarios = [new LimitScenario(), new RowByRowScenario(), new DecayScenario(), new ProducerScenario(), new WatchingScenario()];

var names = new Argument<string[]>("scenario")
{
    Description = "What to measure: " + string.Join(", ", scenarios.Select(s => s.Name)) + ". Everything when left out.",
    Arity = ArgumentArity.ZeroOrMore,
};
names.AcceptOnlyFromAmong([.. scenarios.Select(s => s.Name)]);
var rows = new Option<long>("--rows") { Description = "Rows of a run.", DefaultValueFactory = _ => 1_000_000 };
var rounds = new Option<int>("--rounds") { Description = "Rounds of a comparison; the median counts.", DefaultValueFactory = _ => 3 };
var output = new Option<FileInfo?>("--output") { Description = "A Markdown file to write the table to." };
var root = new RootCommand("Measures absorbers on a private PostgreSQL, as ratios within one run.") { names, rows, rounds, output };

if (!AnsiConsole.Profile.Out.IsTerminal) AnsiConsole.Profile.Width = 180;

root.SetAction(async (parsed, cancellation) =>
{
    var chosen = parsed.GetValue(names) is { Length: > 0 } some ? scenarios.Where(s => some.Contains(s.Name)).ToArray() : scenarios;
    var folder = Path.Combine(ProjectFolder.Find(), "var", "bench");
    await using var context = await BenchContext.StartAsync(
        folder, parsed.GetValue(rows), parsed.GetValue(rounds), text => AnsiConsole.MarkupLineInterpolated($"[grey]{text}[/]"), cancellation);
    var findings = new List<Finding>();
    foreach (var scenario in chosen) findings.AddRange(await scenario.RunAsync(context, cancellation));

    var report = await Report.CreateAsync(context, findings, cancellation);
    report.Print();
    if (parsed.GetValue(output) is { } file) await report.WriteAsync(file.FullName, cancellation);
    return findings.TrueForAll(finding => finding.Reached is not false) ? 0 : 1;
});

return await root.Parse(args).InvokeAsync();
