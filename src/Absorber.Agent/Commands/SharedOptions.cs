using System.CommandLine;
using Absorber.Agent.Configuration;

namespace Absorber.Agent.Commands;

/// <summary>The options that every command takes.</summary>
internal static class SharedOptions
{
    public static readonly Option<string?> Config = new("--config", "-c") { Description = "The configuration file.", HelpName = "path", Recursive = true };

    public static readonly Option<string?> PostgreSql = new("--postgresql") { Description = "How to connect to a PostgreSQL server, such as \"Host=localhost;Username=absorber;Database=sales\". A password is safer in ABSORBER_PostgreSql.", HelpName = "connection string", Recursive = true };

    public static readonly Option<string?> SqlServer = new("--sqlserver") { Description = "How to connect to a SQL Server instead, such as \"Server=db07;Database=sales;User ID=absorber\". A password is safer in ABSORBER_SqlServer.", HelpName = "connection string", Recursive = true };

    public static readonly Option<string?> Database = new("--database", "-d") { Description = "The database; by default the one of the connection string, and for run and status all.", HelpName = "name", Recursive = true };

    public static readonly Option<bool> Verbose = new("--verbose", "-v") { Description = "Show where an error came from.", Recursive = true };

    public static IEnumerable<Option> All => [Config, PostgreSql, SqlServer, Database, Verbose];

    /// <summary>What was given as arguments, by configuration key.</summary>
    public static IEnumerable<KeyValuePair<string, string?>> Read(ParseResult parsed) =>
        [new(nameof(AgentOptions.PostgreSql), parsed.GetValue(PostgreSql)), new(nameof(AgentOptions.SqlServer), parsed.GetValue(SqlServer))];
}
