using System.CommandLine;
using Absorber.Lab.Engines;
using Absorber.Lab.Engines.PostgreSql;
using Absorber.Lab.Engines.SqlServer;

namespace Absorber.Lab.Commands;

/// <summary>The options that name the database of the targets. Here the engine is chosen.</summary>
internal sealed class DatabaseOptions
{
    private const string PostgreSqlVariable = "ABSORBER_LAB_CONNECTION";
    private const string SqlServerVariable = "ABSORBER_LAB_SQLSERVER";

    private readonly Option<string?> _postgreSql = Option("--connection", "PostgreSQL", PostgreSqlVariable);
    private readonly Option<string?> _sqlServer = Option("--sqlserver", "SQL Server", SqlServerVariable);

    public void AddTo(Command command)
    {
        command.Options.Add(_postgreSql);
        command.Options.Add(_sqlServer);
    }

    /// <exception cref="LabException">None or two were named.</exception>
    public ILabDatabase Choose(ParseResult parsed) => (parsed.GetValue(_postgreSql), parsed.GetValue(_sqlServer)) switch
    {
        ({ Length: > 0 } connection, null or "") => new PostgreSqlLab(connection),
        (null or "", { Length: > 0 } connection) => new SqlServerLab(connection),
        (null or "", null or "") => throw new LabException($"No connection string: give --connection or --sqlserver, or set {PostgreSqlVariable} or {SqlServerVariable}."),
        _ => throw new LabException("Two connection strings: give either --connection or --sqlserver."),
    };

    private static Option<string?> Option(string name, string engine, string variable) => new(name)
    {
        Description = $"Connection string of the targets' database on {engine}; by default the environment variable {variable}",
        DefaultValueFactory = _ => Environment.GetEnvironmentVariable(variable),
    };
}
