using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>Microsoft's own parser, at the level of SQL Server 2019.</summary>
internal static class TSql
{
    public static TSqlScript Parse(string sql)
    {
        using var reader = new StringReader(sql);
        var script = new TSql150Parser(initialQuotedIdentifiers: true).Parse(reader, out var errors);
        Assert.True(errors.Count == 0, string.Join('\n', errors.Select(e => $"{e.Line}:{e.Column} {e.Message}")) + $"\n{sql}");
        return (TSqlScript)script;
    }
}
