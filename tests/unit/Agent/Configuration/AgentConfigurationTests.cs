using Absorber.Agent.Configuration;

namespace Absorber.UnitTests.Agent.Configuration;

public sealed class AgentConfigurationTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Read_ArgumentAndFile_ArgumentWins()
    {
        File.WriteAllText(_file, """{ "Name": "from file", "PostgreSql": "Host=a", "SpoolMegabytes": 16, "Databases": ["x", "y"] }""");

        var (options, _) = AgentConfiguration.Read(_file, [new("Name", "from arguments"), new("PostgreSql", null)]);

        Assert.Equal(("from arguments", "Host=a", 16), (options.Name, options.PostgreSql, options.SpoolMegabytes));
        Assert.Equal(["x", "y"], options.Databases);
    }

    [Fact]
    public void Read_SeveralProblems_ListsThemAll()
    {
        File.WriteAllText(_file, """{ "Console": "console:80", "PostgreSql": "Host=a", "SpoolMegabytes": 1 }""");
        var message = Refuse();
        Assert.Contains("Console is", message, StringComparison.Ordinal);
        Assert.Contains("SpoolMegabytes is 1", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_UnknownKey_NamesIt()
    {
        File.WriteAllText(_file, """{ "PostgreSql": "Host=a", "Consle": "http://x" }""");
        Assert.Contains("Consle", Refuse(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ \"Name\": ")]
    [InlineData("{ \"PostgreSql\": \"Host=a\", \"SpoolMegabytes\": \"many\" }")]
    public void Read_FileUnusable_SaysSo(string content)
    {
        File.WriteAllText(_file, content);
        Assert.Contains("cannot be read", Refuse(), StringComparison.Ordinal);
    }

    [Fact]
    public void Read_FileMissing_SaysSo() =>
        Assert.Contains("does not exist", Assert.Throws<UsageException>(() => AgentConfiguration.Read(_file + ".not", [])).Message, StringComparison.Ordinal);

    private string Refuse() => Assert.Throws<UsageException>(() => AgentConfiguration.Read(_file, [])).Message;
}
