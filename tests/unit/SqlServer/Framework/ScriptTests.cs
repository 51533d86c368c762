using Absorber.Testing.SqlServer;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>What is generated for awkward tables: every form parses and passes the lint, and the usual one is approved as text.</summary>
public sealed class ScriptTests
{
    private static readonly bool[] Either = [true, false];
    private static readonly string Approved = Path.Combine(FrameworkScripts.Folder, "..", "..", "tests", "unit", "SqlServer", "Framework", "Approved");

    public static TheoryData<string> Shapes => [.. TargetShapes.All.Select(s => s.Name)];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void CreateTable_Parses_AndHasTheColumns(string name)
    {
        var shape = Shape(name);
        var tables = shape.CreateBatches().SelectMany(b => TSql.Parse(b).Batches).SelectMany(b => b.Statements).OfType<CreateTableStatement>();
        var columns = Assert.Single(tables).Definition.ColumnDefinitions.Select(c => c.ColumnIdentifier.Value).ToList();

        Assert.Equal(shape.Columns.Select(c => c.Name), columns.Where(c => shape.Columns.Any(s => s.Name == c)));
        Assert.Equal(Enumerable.Range(1, shape.Keys.Count()), shape.Keys.Select(k => k.Key));
        Assert.DoesNotContain(shape.Keys, k => k.Nullable);
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Statements_InEveryForm_ParseAndPassTheLint(string name)
    {
        var shape = Shape(name);
        foreach (var options in Forms(shape))
        {
            foreach (var statement in AbsorberScript.Statements(shape, options))
                Assert.Empty(SqlLint.Faults(statement, options.InMemory ? [shape.BufferName] : [], isGenerated: true));
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Statements_AreAsApproved(string name)
    {
        var shape = Shape(name);
        var options = new ScriptOptions(shape.InMemory, Merge: true, IntervalRows: 1000, Maxdop: 1);
        var text = string.Join("\nGO\n\n", AbsorberScript.Statements(shape, options)) + "\n";
        var file = Path.Combine(Approved, $"{name}.sql");
        if (Environment.GetEnvironmentVariable("ABSORBER_APPROVE") == "1")
        {
            Directory.CreateDirectory(Approved);
            File.WriteAllText(file, text);
        }

        Assert.True(File.Exists(file), $"{file} is missing. Run this test with ABSORBER_APPROVE=1, then read what it wrote.");
        Assert.Equal(File.ReadAllText(file).ReplaceLineEndings("\n"), text);
    }

    [Fact]
    public void Statements_UseVariablesAndParametersAsTheyAreDeclared()
    {
        var names = new VariableCheck();
        foreach (var batch in FrameworkScripts.Batches(FrameworkScripts.Read("install.sql")))
            names.Read(batch);
        foreach (var options in TargetShapes.All.SelectMany(s => Forms(s).Select(f => (Shape: s, Form: f))))
        {
            foreach (var statement in AbsorberScript.Statements(options.Shape, options.Form))
                names.Read(statement);
        }

        Assert.Empty(names.Faults());
    }

    [Fact]
    public void Statements_HostileNames_StayInTheirPlace()
    {
        var hostile = new TargetShape("hostile", "dbo", "x]; DROP TABLE dbo.y; --\nGO\n'", [new("a'];--\n", "int", 1), new("{{target}}%|", "int", Nullable: true)]);
        foreach (var options in Forms(hostile))
        {
            foreach (var statement in AbsorberScript.Statements(hostile, options))
                Assert.DoesNotContain(TSql.Parse(statement).Batches.SelectMany(b => b.Statements), s => s is DropTableStatement);
        }
    }

    [Fact]
    public void Statements_PlainNames_AreQuotedToo()
    {
        var plain = new TargetShape("plain", "zz_schema", "zz_table", [new("zz_key", "int", 1, Identity: true), new("zz_value", "int", Nullable: true)]);
        foreach (var options in Forms(plain))
        {
            foreach (var statement in AbsorberScript.Statements(plain, options))
                Assert.Empty(SqlLint.Faults(statement, options.InMemory ? [plain.BufferName] : [], isGenerated: true));
        }
    }

    [Fact]
    public void Statements_Buckets_BecomeAHashIndexBesideTheKey()
    {
        var script = AbsorberScript.Statements(Shape("demo_table"), new ScriptOptions(InMemory: true, Merge: true, Persisted: false, HashBuckets: 65536));

        var buffer = Assert.Single(TSql.Parse(script[1]).Batches.SelectMany(b => b.Statements).OfType<CreateTableStatement>());
        Assert.Equal(IndexTypeKind.NonClusteredHash, Assert.Single(buffer.Definition.Indexes).IndexType.IndexTypeKind);
        Assert.Contains(buffer.Options.OfType<DurabilityTableOption>(), o => o.DurabilityTableOptionKind == DurabilityTableOptionKind.SchemaOnly);
    }

    [Fact]
    public void Statements_ServerWithoutWaitfor_HasNoLoop() =>
        Assert.DoesNotContain(AbsorberScript.Statements(Shape("demo_table"), ScriptOptions.Babelfish), s => s.Contains("WAITFOR", StringComparison.Ordinal));

    private static TargetShape Shape(string name) => TargetShapes.All.Single(s => s.Name == name);

    private static IEnumerable<ScriptOptions> Forms(TargetShape shape) =>
        from inMemory in Either.Where(m => !m || shape.InMemory)
        from merge in Either
        select new ScriptOptions(inMemory, merge, HashBuckets: inMemory ? 1024 : null);

}
