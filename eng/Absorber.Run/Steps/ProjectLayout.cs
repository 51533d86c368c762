namespace Absorber.Run.Steps;

/// <summary>Where things are in a clone.</summary>
/// <param name="Root">The clone's folder.</param>
internal sealed record ProjectLayout(string Root)
{
    /// <summary>What we build. The scripts build this program the same way, so that nothing is built twice.</summary>
    public const string BuildConfiguration = "Release";

    public string Client => Path.Combine(Root, "src", "Console.Client");

    public string Var(string name) => Path.Combine(Root, "var", name);

    /// <summary>A built program.</summary>
    /// <param name="project">The name of its project, such as <c>Absorber.Agent</c>.</param>
    /// <param name="assembly">Its assembly where that is called differently.</param>
    public string Program(string project, string? assembly = null) => Path.Combine(
        Root, "artifacts", "bin", project, BuildConfiguration.ToLowerInvariant(), $"{assembly ?? project}.dll");
}
