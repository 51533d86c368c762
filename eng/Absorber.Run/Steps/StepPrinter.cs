using System.Globalization;
using Spectre.Console;

namespace Absorber.Run.Steps;

/// <summary>Shows steps as they go: a spinner where there is a terminal, and one line per finished step everywhere.</summary>
internal sealed class StepPrinter(IAnsiConsole console, TimeProvider clock)
{
    private const int Column = 44;

    /// <summary>Whether a step at work is seen; if not, lines have to tell.</summary>
    public bool HasSpinner { get; } = console.Profile.Capabilities is { Interactive: true, Ansi: true };

    /// <summary>Runs a step. Its line tells what came of it and how long it took.</summary>
    /// <param name="title">What is done, such as <c>npm packages</c>.</param>
    /// <param name="work">Does it, telling what it is at; returns a remark for the line, or null.</param>
    public Task RunAsync(string title, Func<IProgress<string>, Task<string?>> work) =>
        JudgeAsync(title, async progress => new StepOutcome(true, await work(progress)));

    /// <summary>Runs a step that may fail without an exception.</summary>
    public async Task JudgeAsync(string title, Func<IProgress<string>, Task<StepOutcome>> work)
    {
        var start = clock.GetTimestamp();
        var outcome = new StepOutcome(false, null);
        try
        {
            outcome = await SpinAsync(title, work);
        }
        finally
        {
            Line(outcome, title, clock.GetElapsedTime(start));
        }
    }

    /// <summary>A line of its own among the steps.</summary>
    public void Say(string line) => console.WriteLine(line);

    private async Task<StepOutcome> SpinAsync(string title, Func<IProgress<string>, Task<StepOutcome>> work)
    {
        if (!HasSpinner)
            return await work(new Progress(_ => { }));

        return await console.Status().StartAsync(
            Markup.Escape(title),
            status => work(new Progress(text => status.Status(Markup.Escape($"{title}: {text}")))));
    }

    private void Line(StepOutcome outcome, string title, TimeSpan took)
    {
        var mark = outcome.Succeeded ? "[green]✓[/]" : "[red]✗[/]";
        var text = outcome.Remark is null ? title : $"{title}: {outcome.Remark}";
        var time = took.TotalSeconds < 0.05 ? "" : took.TotalSeconds.ToString("0.0 s", CultureInfo.InvariantCulture);
        console.MarkupLine($"{mark} {Markup.Escape(text.PadRight(Column))} [grey]{time,8}[/]".TrimEnd());
    }

    private sealed class Progress(Action<string> report) : IProgress<string>
    {
        public void Report(string value) => report(value);
    }
}

/// <param name="Succeeded">Whether the step did what it should.</param>
/// <param name="Remark">What to say of it in its line; null for nothing.</param>
internal sealed record StepOutcome(bool Succeeded, string? Remark);
