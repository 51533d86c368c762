using Absorber.Run.Steps;

namespace Absorber.Run.Testing;

/// <summary>The parts of <c>./test</c>, in the order in which they run: what is quick first.</summary>
internal static class TestParts
{
    public const string EndToEnd = "e2e";

    public static IReadOnlyList<string> Names { get; } = ["browser", "unit", "integration", EndToEnd];

    public static ISuite Create(string name, ProjectLayout layout) => name switch
    {
        "browser" => new VitestSuite(layout.Client, Path.Combine(layout.Var("test"), "vitest.json")),
        "unit" => new XunitSuite(name, layout.Program("Absorber.UnitTests"), layout.Root),
        "integration" => new XunitSuite(name, layout.Program("Absorber.IntegrationTests"), layout.Root),
        EndToEnd => new XunitSuite(name, layout.Program("Absorber.EndToEndTests"), layout.Root),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, $"Parts are {string.Join(", ", Names)}."),
    };
}
