using Absorber.Contracts;

namespace Absorber.Engine.Sync;

/// <summary>What a sync loop is doing.</summary>
/// <param name="State">The state.</param>
/// <param name="Reason">Why, in words for an operator; null where there is nothing to say.</param>
/// <param name="Since">Since when, UTC.</param>
public sealed record LoopStatus(AbsorberState State, string? Reason, DateTimeOffset Since);
