namespace Absorber.ConsoleClient.Fragments;

/// <summary>What a fragment is rendered from: a component and all that it needs, so that no request is involved.</summary>
/// <param name="Component">The Razor component.</param>
/// <param name="Parameters">Its parameters.</param>
public sealed record FragmentContent(Type Component, IReadOnlyDictionary<string, object?> Parameters);
