using System.Text;
using System.Text.RegularExpressions;
using Absorber.EmbeddedPostgres;

namespace Absorber.Testing.SqlServer;

/// <summary>The T-SQL files of the clone, and how <c>install.sql</c> is put together from its parts.</summary>
public static partial class FrameworkScripts
{
    private const string Templates = "templates/";

    public static string Folder { get; } = Path.Combine(ProjectFolder.Find(), "sql", "sqlserver");

    public static string Read(string file) => File.ReadAllText(Path.Combine(Folder, file)).ReplaceLineEndings("\n");

    /// <summary>What <c>install.sql</c> must be: the parts in the order of <c>parts.txt</c>, with a GO between any two.</summary>
    public static string Assemble()
    {
        var pieces = new List<string>();
        foreach (var part in Read("source/parts.txt").Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (part == Templates)
                pieces.AddRange(TemplateNames().Select(StoreTemplate));
            else
                pieces.Add((pieces.Count == 0 ? "" : $"-- source/{part}\n") + Read($"source/{part}"));
        }

        return string.Join("GO\n\n", pieces);
    }

    /// <summary>The batches of a script, as sqlcmd, SSMS and our adapter cut them.</summary>
    public static IEnumerable<string> Batches(string script) => Separator().Split(script).Where(b => !string.IsNullOrWhiteSpace(b));

    public static IEnumerable<string> TemplateNames() =>
        Directory.EnumerateFiles(Path.Combine(Folder, "source", "templates"), "*.sql").Select(f => Path.GetFileNameWithoutExtension(f)).Order(StringComparer.Ordinal);

    /// <summary>A template as install.sql stores it: without the line end that ends the file.</summary>
    public static string Template(string name) => Read($"source/{Templates}{name}.sql").TrimEnd('\n');

    private static string StoreTemplate(string name) => new StringBuilder()
        .Append($"-- source/{Templates}{name}.sql\n")
        .Append($"DELETE FROM ShockAbsorber.Template WHERE Name = N'{name}';\n")
        .Append($"INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'{name}', N'{Template(name).Replace("'", "''", StringComparison.Ordinal)}');\n")
        .ToString();

    [GeneratedRegex(@"^GO[ \t]*$", RegexOptions.Multiline | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Separator();
}
