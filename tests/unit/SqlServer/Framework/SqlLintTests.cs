namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>The lint finds what it is there for: faults planted into texts that are clean otherwise.</summary>
public sealed class SqlLintTests
{
    private static readonly string[] Buffers = ["b"];

    [Theory]
    [InlineData("SELECT * FROM dbo.t;", "SELECT *")]
    [InlineData("SELECT 1 FROM dbo.b WITH (HOLDLOCK);", "HoldLock")]
    [InlineData("SELECT 1 FROM dbo.b WITH (SNAPSHOT, READPAST);", "ReadPast")]
    [InlineData("SELECT 1 FROM dbo.b;", "without SNAPSHOT")]
    [InlineData("MERGE INTO dbo.t AS t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN MATCHED THEN UPDATE SET v = 1;", "HOLDLOCK")]
    [InlineData("MERGE INTO dbo.b WITH (HOLDLOCK) AS t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN MATCHED THEN UPDATE SET v = 1;", "MERGE into a memory-optimized")]
    [InlineData("MERGE INTO dbo.t WITH (HOLDLOCK) AS t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN MATCHED THEN DELETE OUTPUT $action;", "INTO")]
    [InlineData("SELECT größe FROM dbo.t;", "größe")]
    [InlineData("SELECT t.zz_value FROM dbo.t AS t;", "zz_value")]
    [InlineData("SELECT \"a b\" FROM dbo.t;", "double quotes")]
    public void Faults_PlantedFault_IsFound(string sql, string fault) =>
        Assert.Contains(SqlLint.Faults(sql, Buffers, isGenerated: true), f => f.Contains(fault, StringComparison.Ordinal));

    [Theory]
    [InlineData("SELECT MAX(x.name) AS m FROM dbo.b AS x", "MIN or MAX")]
    [InlineData("SELECT x.a FROM dbo.b AS x WITH (SNAPSHOT)", "in a native module")]
    [InlineData("SELECT ROW_NUMBER() OVER (ORDER BY x.a) AS n FROM dbo.b AS x", "window function")]
    [InlineData("WITH c AS (SELECT x.a FROM dbo.b AS x) SELECT c.a FROM c", "common table expression")]
    public void Faults_PlantedFaultInNativeFunction_IsFound(string query, string fault)
    {
        var sql = $"CREATE FUNCTION dbo.f (@identity bigint) RETURNS TABLE WITH NATIVE_COMPILATION, SCHEMABINDING AS RETURN {query};";

        Assert.Contains(SqlLint.Faults(sql, Buffers, isGenerated: true), f => f.Contains(fault, StringComparison.Ordinal));
    }

    [Fact]
    public void Faults_CleanText_HasNone() => Assert.Empty(SqlLint.Faults(
        """
        MERGE INTO [dbo].[größe] WITH (HOLDLOCK) AS t USING (SELECT x.a FROM dbo.b AS x WITH (SNAPSHOT)) AS s ON t.a = s.a
        WHEN MATCHED THEN UPDATE SET v = 1 OUTPUT $action INTO #taken (a);
        """, Buffers, isGenerated: true));
}
