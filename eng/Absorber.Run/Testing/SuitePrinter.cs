using Absorber.Run.Steps;

namespace Absorber.Run.Testing;

/// <summary>Shows how a suite goes: in the spinner where there is one, else a line now and then.</summary>
internal sealed class SuitePrinter(string suite, TestTotals totals, StepPrinter steps, IProgress<string> status, TimeProvider clock) : IProgress<string>
{
    private static readonly TimeSpan LineEvery = TimeSpan.FromSeconds(20);

    private readonly long _start = clock.GetTimestamp();
    private TimeSpan _said;

    public void Report(string value)
    {
        status.Report($"{totals}; {value}");
        var elapsed = clock.GetElapsedTime(_start);
        if (steps.HasSpinner || elapsed - _said < LineEvery)
            return;

        _said = elapsed;
        steps.Say($"  {suite}, {elapsed.TotalSeconds,3:F0} s: {totals}; now {value}");
    }
}
