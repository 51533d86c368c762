using Absorber.Agent.Configuration;

namespace Absorber.UnitTests.Agent.Configuration;

public sealed class AgentOptionsValidatorTests
{
    private readonly AgentOptions _options = new()
    {
        Name = "db07",
        Console = "https://console.example.org:5443",
        Data = "data",
        PostgreSql = "Host=localhost;Username=absorber;Password=secret;Database=sales",
    };

    [Fact]
    public void FindProblems_Valid_FindsNone() => Assert.Empty(AgentOptionsValidator.FindProblems(_options));

    [Fact]
    public void FindProblems_NoConsole_FindsNone()
    {
        _options.Console = null;
        Assert.Empty(AgentOptionsValidator.FindProblems(_options));
    }

    [Theory]
    [InlineData("")]
    [InlineData("  ")]
    public void FindProblems_NameEmpty_NamesTheKey(string name)
    {
        _options.Name = name;
        AssertOnly("Name is empty");
    }

    [Fact]
    public void FindProblems_NameTooLong_NamesTheKey()
    {
        _options.Name = new string('n', 101);
        AssertOnly("Name has 101 characters");
    }

    [Theory]
    [InlineData("console:5443")]
    [InlineData("ftp://console")]
    [InlineData("https://user:pw@console")]
    [InlineData("https://console/path")]
    [InlineData("https://console/?key=1")]
    public void FindProblems_ConsoleIsNoAddress_NamesTheKey(string console)
    {
        _options.Console = console;
        AssertOnly("Console is");
    }

    [Fact]
    public void FindProblems_DataEmpty_NamesTheKey()
    {
        _options.Data = "";
        AssertOnly("Data is empty");
    }

    [Fact]
    public void FindProblems_DataIsAFile_NamesTheKey()
    {
        _options.Data = typeof(AgentOptionsValidatorTests).Assembly.Location;
        AssertOnly("which is a file");
    }

    [Fact]
    public void FindProblems_NoServer_SaysHowToNameOne()
    {
        _options.PostgreSql = null;
        AssertOnly("PostgreSql is missing");
    }

    [Theory]
    [InlineData("postgresql://localhost/sales;Password=secret")]
    [InlineData("Host=localhost;Password=secret;Nonsense=1")]
    [InlineData("Username=absorber;Password=secret")]
    [InlineData("Host=localhost;Password=secret;Port=many")]
    public void FindProblems_ConnectionStringUnreadable_SaysSoWithoutTheSecret(string connection)
    {
        _options.PostgreSql = connection;
        AssertOnly("PostgreSql cannot be read");
        Assert.DoesNotContain("secret", AgentOptionsValidator.FindProblems(_options).Single(), StringComparison.Ordinal);
    }

    [Fact]
    public void FindProblems_SqlServerInstead_FindsNone()
    {
        _options.PostgreSql = null;
        _options.SqlServer = "Server=db07;Database=sales;User ID=absorber;Password=secret";
        Assert.Empty(AgentOptionsValidator.FindProblems(_options));
    }

    [Fact]
    public void FindProblems_TwoServers_AsksToLeaveOneOut()
    {
        _options.SqlServer = "Server=db07";
        AssertOnly("SqlServer and PostgreSql are both set");
    }

    [Theory]
    [InlineData("Server=db07;Password=abc;secret=1", "cannot be read")]
    [InlineData("Server=db07;Encrypt=secret", "cannot be read")]
    [InlineData("Server=db07;Connect Timeout=secret", "cannot be read")]
    [InlineData("secret", "cannot be read")]
    [InlineData("User ID=absorber;Password=secret", "names no server")]
    public void FindProblems_SqlServerUnusable_SaysSoWithoutTheSecret(string connection, string expected)
    {
        (_options.PostgreSql, _options.SqlServer) = (null, connection);
        AssertOnly($"SqlServer cannot be used: The connection string {expected}");
        Assert.DoesNotContain("secret", AgentOptionsValidator.FindProblems(_options).Single(), StringComparison.Ordinal);
    }

    [Fact]
    public void FindProblems_DatabaseNameEmpty_NamesTheKey()
    {
        _options.Databases.Add("");
        AssertOnly("Databases holds an empty name");
    }

    [Theory]
    [InlineData(7)]
    [InlineData(1_000_001)]
    public void FindProblems_SpoolOutOfRange_NamesTheRange(int megabytes)
    {
        _options.SpoolMegabytes = megabytes;
        AssertOnly("from 8 to 1000000");
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(601)]
    public void FindProblems_GraceOutOfRange_NamesTheRange(int seconds)
    {
        _options.StopGrace = TimeSpan.FromSeconds(seconds);
        AssertOnly("StopGrace is");
    }

    [Fact]
    public void FindProblems_SeveralProblems_FindsAll()
    {
        _options.Name = "";
        _options.PostgreSql = "";
        _options.SpoolMegabytes = 0;
        Assert.Equal(3, AgentOptionsValidator.FindProblems(_options).Count());
    }

    private void AssertOnly(string expected) =>
        Assert.Contains(expected, Assert.Single(AgentOptionsValidator.FindProblems(_options)), StringComparison.Ordinal);
}
