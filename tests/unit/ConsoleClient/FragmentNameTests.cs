using Absorber.ConsoleClient.Fragments;

namespace Absorber.UnitTests.ConsoleClient;

public sealed class FragmentNameTests
{
    [Theory]
    [InlineData("header")]
    [InlineData("fleet")]
    [InlineData("absorber-3")]
    [InlineData("points-3-15m")]
    public void Parse_AName_GivesItBack(string name) => Assert.Equal(name, FragmentName.Parse(name)?.ToString());

    [Theory]
    [InlineData("")]
    [InlineData("Fleet")]
    [InlineData("fleet-1")]
    [InlineData("absorber")]
    [InlineData("absorber-x")]
    [InlineData("absorber--1")]
    [InlineData("absorber-03")]
    [InlineData("absorber-3-15m")]
    [InlineData("points-3")]
    [InlineData("1")]
    [InlineData("header,fleet")]
    [InlineData("points-3-15m-1")]
    public void Parse_AnythingElse_IsNoName(string name) => Assert.Null(FragmentName.Parse(name));

    [Theory]
    [InlineData("absorber-99")]
    [InlineData("points-1-7y")]
    [InlineData("nonsense")]
    public async Task FindAsync_WhatIsNotThere_GivesNothing(string name)
    {
        var console = new FakeConsole();
        Assert.Null(await new FragmentCatalog(console, console).FindAsync(name, CancellationToken.None));
    }

    [Fact]
    public void ReadsStore_TellsWhatCostsAQuery()
    {
        Assert.True(FragmentCatalog.ReadsStore("batches-1"));
        Assert.False(FragmentCatalog.ReadsStore("absorber-1"));
    }
}
