using System.Text.RegularExpressions;
using Absorber.Testing.SqlServer;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>The scripts that a DBA runs: whole, parsed, and without what some server or client would not take.</summary>
public sealed partial class InstallTests
{
    private static readonly string[] ScriptFiles = ["install.sql", "uninstall.sql", "grants.sql"];

    public static TheoryData<string> Scripts => [.. ScriptFiles];

    [Fact]
    public void Install_IsAssembledFromItsSource()
    {
        var assembled = FrameworkScripts.Assemble();
        if (Environment.GetEnvironmentVariable("ABSORBER_APPROVE") == "1")
            File.WriteAllText(Path.Combine(FrameworkScripts.Folder, "install.sql"), assembled);

        Assert.True(assembled == FrameworkScripts.Read("install.sql"), "install.sql is not what source/ says. Run this test with ABSORBER_APPROVE=1 to write it anew.");
    }

    [Fact]
    public void Parts_AreAllInstalled()
    {
        var parts = FrameworkScripts.Read("source/parts.txt").Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(p => !p.EndsWith('/'));

        Assert.Equal(Directory.EnumerateFiles(Path.Combine(FrameworkScripts.Folder, "source"), "*.sql").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal),
            parts.Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Scripts))]
    public void Batches_ParseAndPassTheLint(string file)
    {
        foreach (var batch in FrameworkScripts.Batches(FrameworkScripts.Read(file)))
            Assert.Empty(SqlLint.Faults(batch, [], isGenerated: false));
    }

    [Theory]
    [MemberData(nameof(Scripts))]
    public void Batches_HoldNothingThatServersOrClientsRefuse(string file)
    {
        foreach (var batch in FrameworkScripts.Batches(FrameworkScripts.Read(file)))
        {
            Assert.DoesNotContain("$(", batch, StringComparison.Ordinal); // a variable of sqlcmd
            Assert.DoesNotMatch(Command(), batch);
            Assert.DoesNotContain("CREATE OR ALTER", batch, StringComparison.OrdinalIgnoreCase);
            var statements = TSql.Parse(batch).Batches.SelectMany(b => b.Statements).ToList();
            Assert.DoesNotContain(statements, s => s is AlterFunctionStatement or AlterViewStatement or AlterDatabaseStatement);
            if (statements.Any(s => s is ProcedureStatementBodyBase or ViewStatementBody))
                Assert.Single(statements);
        }
    }

    [Theory]
    [MemberData(nameof(Scripts))]
    public void Modules_UseNeitherMergeNorWaitforThemselves(string file)
    {
        foreach (var batch in FrameworkScripts.Batches(FrameworkScripts.Read(file)))
        {
            var finder = new Finder();
            TSql.Parse(batch).Accept(finder);
            Assert.False(finder.HasFound, batch);
        }
    }

    [Fact]
    public void Uninstall_DropsAllThatInstallMakes()
    {
        var made = Made().Matches(FrameworkScripts.Read("install.sql")).Select(m => $"{m.Groups["kind"].Value} {m.Groups["name"].Value}");
        var dropped = Dropped().Matches(FrameworkScripts.Read("uninstall.sql")).Select(m => $"{m.Groups["kind"].Value} {m.Groups["name"].Value}");

        Assert.Equal(made.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal), dropped.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Names_InCommentsOfTemplates_AreNotFilledIn()
    {
        // A table's name may hold a line end, which would end the comment.
        foreach (var name in FrameworkScripts.TemplateNames())
            Assert.DoesNotMatch(CommentWithValue(), FrameworkScripts.Template(name));
    }

    private sealed class Finder : TSqlFragmentVisitor
    {
        public bool HasFound { get; private set; }

        public override void Visit(MergeStatement node) => HasFound = true;

        public override void Visit(WaitForStatement node) => HasFound = true;
    }

    [GeneratedRegex(@"^\s*:(setvar|r|on|connect)\b", RegexOptions.Multiline | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Command();

    [GeneratedRegex(@"^\s*CREATE (?<kind>PROCEDURE|FUNCTION|VIEW|TABLE) ShockAbsorber\.(?<name>\S+)", RegexOptions.Multiline | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Made();

    [GeneratedRegex(@"DROP (?<kind>PROCEDURE|FUNCTION|VIEW|TABLE) IF EXISTS ShockAbsorber\.(?<name>[^\s;]+)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Dropped();

    [GeneratedRegex(@"--[^\n]*\{\{", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex CommentWithValue();
}
