namespace Absorber.Engine.Sync;

/// <summary>The age of the oldest row that is not absorbed.</summary>
/// <param name="Age">The age; zero where every row is absorbed.</param>
/// <param name="IsLowerBound">Whether the row may be older, because it was there before anyone watched.</param>
public readonly record struct Lag(TimeSpan Age, bool IsLowerBound);
