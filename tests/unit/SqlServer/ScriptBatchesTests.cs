using Absorber.Engine.SqlServer.Buffers;

namespace Absorber.UnitTests.SqlServer;

public sealed class ScriptBatchesTests
{
    [Fact]
    public void Split_GoAloneOnALine_EndsABatch() =>
        Assert.Equal(["SELECT 1", "SELECT 2\nSELECT 3", "SELECT 4"], ScriptBatches.Split("SELECT 1\nGO\nSELECT 2\nSELECT 3\n  go  \r\n\r\nGO\nSELECT 4"));

    [Theory]
    [InlineData("SELECT 1 AS GO")]
    [InlineData("GO_ON:")]
    [InlineData("SELECT 'a\nGO\nb'")]
    [InlineData("SELECT 'it''s\nGO\nb'")]
    [InlineData("/* a\nGO\nb */ SELECT 1")]
    [InlineData("/* /* nested */\nGO\n*/ SELECT 1")]
    public void Split_GoAsAnyOtherWord_EndsNone(string script) => Assert.Equal([script], ScriptBatches.Split(script));

    [Theory]
    [InlineData("-- it's a comment")]
    [InlineData("SELECT 1 AS [it's]")]
    [InlineData("SELECT 1 AS \"it's\"")]
    [InlineData("SELECT '--' -- '")]
    [InlineData("SELECT '/*'")]
    [InlineData("SELECT 1 /* ' */")]
    public void Split_QuotesThatOpenNothing_AreNotFollowed(string line) =>
        Assert.Equal([line, "SELECT 2"], ScriptBatches.Split($"{line}\nGO\nSELECT 2"));

    [Fact]
    public void Join_Batches_CanBeSplitAgain()
    {
        string[] batches = ["SELECT 1;", "CREATE VIEW v AS\nSELECT 2"];

        Assert.Equal(batches, ScriptBatches.Split(ScriptBatches.Join(batches)));
    }
}
