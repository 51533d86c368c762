using Absorber.Agent.Configuration;
using Absorber.Engine;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer;

namespace Absorber.Agent.Engines;

internal sealed class SqlServerChoice(string connectionString) : EngineChoice
{
    public override string Key => nameof(AgentOptions.SqlServer);

    public override string? Database => SqlServerConnectionString.ReadDatabase(connectionString);

    public override ServerInfo Unreached => new(SqlServerConnectionString.ReadServer(connectionString), "SQL Server (not reached yet)");

    public override bool IgnoresCase => true;

    public override IDatabaseEngine Open() => new SqlServerEngine(connectionString);

    public override TableName ParseTable(string text) => TableNameParser.SqlServer.Parse(text);

    protected override string? FindProblem()
    {
        try
        {
            SqlServerConnectionString.ReadServer(connectionString);
            return null;
        }
        catch (EngineException error)
        {
            return $"SqlServer cannot be used: {error.Message}";
        }
    }
}
