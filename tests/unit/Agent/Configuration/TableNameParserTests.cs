using Absorber.Agent.Configuration;
using Absorber.Engine.Catalog;
using FsCheck;
using FsCheck.Fluent;

namespace Absorber.UnitTests.Agent.Configuration;

public sealed class TableNameParserTests
{
    [Theory]
    [InlineData("sales.orders", "sales", "orders")]
    [InlineData("Sales.ORDERS", "sales", "orders")]
    [InlineData("sales.\"Order Lines\"", "sales", "Order Lines")]
    [InlineData("\"a.b\".\"c\"\"d\"", "a.b", "c\"d")]
    [InlineData("käse._t$1", "käse", "_t$1")]
    public void Parse_Name_ReadsItAsSqlDoes(string text, string schema, string table) =>
        Assert.Equal(new TableName(schema, table), TableNameParser.PostgreSql.Parse(text));

    [Theory]
    [InlineData("dbo.Orders", "dbo", "Orders")]
    [InlineData("dbo.[Order Lines]", "dbo", "Order Lines")]
    [InlineData("[a.b].[c]]d]", "a.b", "c]d")]
    [InlineData("\"a]b\".[c\"d]", "a]b", "c\"d")]
    public void ParseSqlServer_Name_KeepsCapitalsAndKnowsBrackets(string text, string schema, string table) =>
        Assert.Equal(new TableName(schema, table), TableNameParser.SqlServer.Parse(text));

    [Theory]
    [InlineData("dbo.[Orders", "not closed")]
    [InlineData("dbo.Order Lines", "dbo.[Order Lines]")]
    public void ParseSqlServer_NoName_SaysWhy(string text, string why) =>
        Assert.Contains(why, Assert.Throws<UsageException>(() => TableNameParser.SqlServer.Parse(text)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("orders", "names no schema")]
    [InlineData("db.sales.orders", "more than two parts")]
    [InlineData("", "empty")]
    [InlineData(".orders", "empty")]
    [InlineData("sales.", "empty")]
    [InlineData("sales.\"\"", "empty")]
    [InlineData("sales.\"orders", "not closed")]
    [InlineData("sales.\"a\"b", "a dot is expected at character 10")]
    [InlineData("sales.or ders", "needs quotes")]
    [InlineData("sales.a;drop", "needs quotes")]
    [InlineData("sales.1st", "begins with a digit")]
    [InlineData("a\"b.c", "a dot is expected at character 2")]
    public void Parse_NoName_SaysWhy(string text, string why) =>
        Assert.Contains(why, Assert.Throws<UsageException>(() => TableNameParser.PostgreSql.Parse(text)).Message, StringComparison.Ordinal);

    [Fact]
    public void Parse_AnyNameQuoted_ComesBackAsItWas()
    {
        var names = ArbMap.Default.ArbFor<NonEmptyString>().Generator.Select(name => name.Get);
        Prop.ForAll(names.Two().ToArbitrary(), pair =>
            TableNameParser.PostgreSql.Parse($"{Quote(pair.Item1)}.{Quote(pair.Item2)}") == new TableName(pair.Item1, pair.Item2)).QuickCheckThrowOnFailure();
    }

    private static string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
