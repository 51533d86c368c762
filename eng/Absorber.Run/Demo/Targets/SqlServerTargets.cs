using Absorber.Engine;
using Absorber.Engine.SqlServer;
using Microsoft.Data.SqlClient;

namespace Absorber.Run.Demo.Targets;

/// <summary>Targets on a SQL Server of yours: in the database that the connection string names, or in one of the demo's own.</summary>
internal sealed class SqlServerTargets : IDemoTargets
{
    private const string OwnDatabase = "shock_absorber_demo";

    private readonly bool _isOwn;
    private readonly SqlConnectionStringBuilder _settings;

    /// <exception cref="Engine.Errors.EngineException">The connection string cannot be read.</exception>
    public SqlServerTargets(string connectionString)
    {
        _isOwn = SqlServerConnectionString.ReadDatabase(connectionString) is null;
        _settings = new SqlConnectionStringBuilder(connectionString);
        Engine = new SqlServerEngine(connectionString);
        if (_isOwn)
            _settings.InitialCatalog = OwnDatabase;
    }

    public string Database => _settings.InitialCatalog;

    public IDatabaseEngine Engine { get; }

    public IReadOnlyDictionary<string, string> AgentEnvironment => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ABSORBER_SqlServer"] = _settings.ConnectionString,
        ["ABSORBER_PostgreSql"] = "",
        ["ABSORBER_Databases__0"] = Database, // other absorbers on the server are not the demo's
    };

    public IReadOnlyDictionary<string, string> LabEnvironment => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ABSORBER_LAB_SQLSERVER"] = _settings.ConnectionString,
        ["ABSORBER_LAB_CONNECTION"] = "",
    };

    public async Task<string> PrepareAsync(bool fresh, CancellationToken cancellation)
    {
        if (fresh && !_isOwn)
            throw new RunException($"--fresh would empty database {Database}, which may hold more than the demo's tables. Leave the database out of the connection string, and the demo makes one of its own.");
        if (_isOwn)
            await CreateAsync(fresh, cancellation);
        var info = await Engine.ReadServerAsync(cancellation);
        return $"{info.Engine} on {info.Server}, database {Database}";
    }

    public ValueTask DisposeAsync() => Engine.DisposeAsync();

    private async Task CreateAsync(bool fresh, CancellationToken cancellation)
    {
        try
        {
            await using var connection = new SqlConnection(new SqlConnectionStringBuilder(_settings.ConnectionString) { InitialCatalog = "" }.ConnectionString);
            await connection.OpenAsync(cancellation);
            if (fresh)
                await ExecuteAsync(connection, SqlServerDatabase.Drop(OwnDatabase), cancellation);
            foreach (var statement in SqlServerDatabase.Create(OwnDatabase))
                await ExecuteAsync(connection, statement, cancellation);
        }
        catch (SqlException e)
        {
            throw SqlServerEngine.Translate(e);
        }
    }

    private static async Task ExecuteAsync(SqlConnection connection, string sql, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 120 };
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
