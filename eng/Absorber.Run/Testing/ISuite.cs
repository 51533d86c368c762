namespace Absorber.Run.Testing;

/// <summary>Tests that one runner runs.</summary>
internal interface ISuite
{
    /// <summary>The name by which it is asked for, such as <c>unit</c>.</summary>
    string Name { get; }

    /// <summary>Runs all its tests. Anything that keeps the runner from finishing counts as a failure.</summary>
    /// <param name="totals">Counted up as tests end.</param>
    /// <param name="progress">Told which test began.</param>
    /// <param name="cancellation">Kills the runner.</param>
    Task RunAsync(TestTotals totals, IProgress<string> progress, CancellationToken cancellation);
}
