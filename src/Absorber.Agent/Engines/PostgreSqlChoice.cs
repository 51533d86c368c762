using Absorber.Agent.Configuration;
using Absorber.Engine;
using Absorber.Engine.Catalog;
using Absorber.Engine.PostgreSql;
using Npgsql;

namespace Absorber.Agent.Engines;

internal sealed class PostgreSqlChoice(string connectionString) : EngineChoice
{
    public override string Key => nameof(AgentOptions.PostgreSql);

    public override string? Database => Settings.Database;

    public override ServerInfo Unreached => new($"{Settings.Host}:{Settings.Port}", "PostgreSQL (not reached yet)");

    public override bool IgnoresCase => false;

    private NpgsqlConnectionStringBuilder Settings => new(connectionString);

    public override IDatabaseEngine Open() => new PostgreSqlEngine(connectionString);

    public override TableName ParseTable(string text) => TableNameParser.PostgreSql.Parse(text);

    protected override string? FindProblem()
    {
        const string Unreadable = "PostgreSql cannot be read: write it as key=value pairs that name a host, such as Host=localhost;Port=5432;Username=absorber;Database=sales.";
        try
        {
            return string.IsNullOrEmpty(Settings.Host) ? Unreadable : null;
        }
        catch (Exception error) when (error is ArgumentException or FormatException or KeyNotFoundException or InvalidCastException or OverflowException)
        {
            return Unreadable;
        }
    }
}
