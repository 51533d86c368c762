using System.Xml.Linq;
using Absorber.EmbeddedPostgres;

namespace Absorber.UnitTests.Architecture;

/// <summary>The arrows of docs/architecture.md, read from the project files.</summary>
public sealed class ReferenceTests
{
    private static readonly Dictionary<string, string[]> Allowed = new(StringComparer.Ordinal)
    {
        ["Absorber.Contracts"] = [],
        ["Absorber.Engine"] = ["Absorber.Contracts"],
        ["Absorber.Engine.PostgreSql"] = ["Absorber.Engine"],
        ["Absorber.Engine.SqlServer"] = ["Absorber.Engine", "Microsoft.SqlServer.Server"],
        ["Microsoft.SqlServer.Server"] = [],
        ["Absorber.Agent"] = ["Absorber.Engine", "Absorber.Engine.PostgreSql", "Absorber.Engine.SqlServer"],
        ["Absorber.Lab"] = ["Absorber.Engine.PostgreSql", "Absorber.Engine.SqlServer"],
        ["Console.Client"] = ["Absorber.Contracts"],
        ["Console.Server"] = ["Console.Client", "Absorber.Contracts"],
    };

    public static TheoryData<string> Projects => [.. Sources().Select(Path.GetFileNameWithoutExtension).OfType<string>()];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Project_References_OnlyWhatTheArchitectureAllows(string project)
    {
        var file = Sources().Single(path => Path.GetFileNameWithoutExtension(path) == project);
        var references = XDocument.Load(file).Descendants("ProjectReference")
            .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/')));

        Assert.True(Allowed.ContainsKey(project), $"{project} is new: say in docs/architecture.md and here what it may reference.");
        Assert.Empty(references.Except(Allowed[project], StringComparer.Ordinal));
    }

    [Fact]
    public void Console_Packages_ReachNoTarget()
    {
        var server = Sources().Single(path => path.EndsWith("Console.Server.csproj", StringComparison.Ordinal));

        Assert.DoesNotContain(XDocument.Load(server).Descendants("PackageReference"), package => package.Attribute("Include")!.Value == "Microsoft.Data.SqlClient");
    }

    private static IEnumerable<string> Sources() =>
        Directory.EnumerateFiles(Path.Combine(ProjectFolder.Find(), "src"), "*.csproj", SearchOption.AllDirectories);
}
