namespace Absorber.ConsoleClient.Views;

/// <summary>How much a happening matters, which decides its mark in lists and charts.</summary>
public enum HappeningKind
{
    /// <summary>Someone did something through the console: started or stopped the absorber.</summary>
    Action,

    /// <summary>It went into a state that needs nobody: running, agent connected again.</summary>
    Good,

    /// <summary>It went into a state that needs somebody: failing batches, gave up, agent lost.</summary>
    Bad,
}

/// <summary>Something that happened to an absorber, as its page lists it and marks it in the charts.</summary>
/// <param name="At">When, UTC.</param>
/// <param name="What">A few words, such as <c>Stopped</c> or <c>Agent lost</c>.</param>
/// <param name="Detail">Who or why, in one line; null where there is nothing to say.</param>
public sealed record Happening(DateTimeOffset At, HappeningKind Kind, string What, string? Detail);
