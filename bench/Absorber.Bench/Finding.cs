namespace Absorber.Bench;

/// <summary>One line of the result: a ratio within one run, beside what it must reach.</summary>
/// <param name="What">What was compared.</param>
/// <param name="Ratio">The figure.</param>
/// <param name="Goal">What it must reach, in words.</param>
/// <param name="Reached">Whether it does; null where there is no goal.</param>
/// <param name="Detail">The absolute figures behind it.</param>
internal sealed record Finding(string What, string Ratio, string Goal, bool? Reached, string Detail);

/// <summary>A question that the bench answers.</summary>
internal interface IScenario
{
    /// <summary>Its name on the command line.</summary>
    string Name { get; }

    Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation);
}
