using Absorber.ConsoleServer.Store;

namespace Absorber.UnitTests.ConsoleServer.Store;

public sealed class SnakeCaseTests
{
    [Theory]
    [InlineData("Id", "id")]
    [InlineData("DroppedSamples", "dropped_samples")]
    [InlineData("IX_agents_Name", "ix_agents_name")]
    public void Of_Name_IsWrittenTheDatabasesWay(string name, string expected) => Assert.Equal(expected, SnakeCase.Of(name));
}
