using System.CommandLine;
using System.Globalization;
using Absorber.Bench;
using Absorber.Bench.Servers;
using Absorber.EmbeddedPostgres;
using Spectre.Console;

// Output reads the same on every machine. The driver for SQL Server forbids to say so in the project file.
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

IScenario[] scenarios = [new LimitScenario(), new RowByRowScenario(), new DecayScenario(), new ProducerScenario(), new WatchingScenario()];

var names = new Argument<string[]>("scenario")
{
    Description = "What to measure: " + string.Join(", ", scenarios.Select(s => s.Name)) + ". Everything when left out.",
    Arity = ArgumentArity.ZeroOrMore,
};
names.AcceptOnlyFromAmong([.. scenarios.Select(s => s.Name)]);
var rows = new Option<long>("--rows") { Description = "Rows of a run.", DefaultValueFactory = _ => 1_000_000 };
var rounds = new Option<int>("--rounds") { Description = "Rounds of a comparison; the median counts.", DefaultValueFactory = _ => 3 };
var sqlServer = new Option<string?>("--sqlserver") { Description = "Measure on this SQL Server instead, in databases that are made there and dropped in the end.", HelpName = "connection string" };
var output = new Option<FileInfo?>("--output") { Description = "A Markdown file to write the table to." };
var root = new RootCommand("Measures absorbers on a private PostgreSQL, as ratios within one run.") { names, rows, rounds, sqlServer, output };

if (!AnsiConsole.Profile.Out.IsTerminal) AnsiConsole.Profile.Width = 180;

root.SetAction(async (parsed, cancellation) =>
{
    var chosen = parsed.GetValue(names) is { Length: > 0 } some ? scenarios.Where(s => some.Contains(s.Name)).ToArray() : scenarios;
    var folder = Path.Combine(ProjectFolder.Find(), "var", "bench");
    Action<string> say = text => AnsiConsole.MarkupLineInterpolated(CultureInfo.InvariantCulture, $"[grey]{text}[/]");
    IBenchServer server = parsed.GetValue(sqlServer) is { } connection
        ? new SqlServerBench(connection)
        : await PostgreSqlBench.StartAsync(folder, say, cancellation);
    await using var context = new BenchContext(server) { Rows = parsed.GetValue(rows), Rounds = parsed.GetValue(rounds), Say = say };
    var findings = new List<Finding>();
    foreach (var scenario in chosen) findings.AddRange(await scenario.RunAsync(context, cancellation));

    var report = await Report.CreateAsync(context, findings, cancellation);
    report.Print();
    if (parsed.GetValue(output) is { } file) await report.WriteAsync(file.FullName, cancellation);
    return findings.TrueForAll(finding => finding.Reached is not false) ? 0 : 1;
});

return await root.Parse(args).InvokeAsync();
