using System.CommandLine;
using System.Text.Json;
using Absorber.Lab.Engines;
using Absorber.Lab.Journals;
using Absorber.Lab.Shapes;
using Absorber.Lab.Verifying;

namespace Absorber.Lab.Commands;

/// <summary><c>verify</c>: proves that every row which a load produced is in its target, unless a later one replaced it.</summary>
internal static class VerifyCommand
{
    private static readonly JsonSerializerOptions Json = new() { WriteIndented = true };

    public static Command Create()
    {
        var database = new DatabaseOptions();
        var journal = new Option<FileInfo>("--journal") { Description = "The file that load wrote", Required = true };
        var summary = new Option<FileInfo?>("--summary") { Description = "Write the result to this file, as JSON" };
        var command = new Command("verify", "Compare the targets with what a load produced; exit code 1 on any difference")
        {
            journal, summary,
        };
        database.AddTo(command);
        command.SetAction((parsed, cancellation) => RunAsync(
            database.Choose(parsed), parsed.GetRequiredValue(journal), parsed.GetValue(summary), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(ILabDatabase database, FileInfo journal, FileInfo? summary, CancellationToken cancellation)
    {
        var expected = await JournalFile.ReadAsync(journal.FullName, DemoTargets.All, cancellation);
        var verifier = new Verifier(database);
        var verdicts = new List<TargetVerdict>();
        foreach (var (shape, keys) in expected)
        {
            var verdict = await verifier.VerifyAsync(shape, keys, cancellation);
            verdicts.Add(verdict);
            await Out.WriteLineAsync(
                $"{verdict.Target}: {verdict.Keys:N0} keys compared, {verdict.Missing:N0} missing, {verdict.Stale:N0} stale, {verdict.Wrong:N0} wrong");
            foreach (var example in verdict.Examples)
                await Out.WriteLineAsync($"  {example}");
        }

        if (summary is not null)
            await File.WriteAllTextAsync(summary.FullName, JsonSerializer.Serialize(verdicts, Json), cancellation);

        return verdicts.Sum(verdict => verdict.Differences) == 0 ? 0 : 1;
    }

    private static TextWriter Out => System.Console.Out;
}
