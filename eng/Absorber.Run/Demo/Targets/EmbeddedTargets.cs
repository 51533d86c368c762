using Absorber.EmbeddedPostgres;
using Absorber.Engine;
using Absorber.Engine.PostgreSql;

namespace Absorber.Run.Demo.Targets;

/// <summary>Targets on the embedded PostgreSQL, beside the console's store.</summary>
internal sealed class EmbeddedTargets(EmbeddedServer server) : IDemoTargets
{
    public string Database => "demo";

    public IDatabaseEngine Engine { get; } = new PostgreSqlEngine(server.ConnectionString("postgres"));

    public IReadOnlyDictionary<string, string> AgentEnvironment => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ABSORBER_PostgreSql"] = server.ConnectionString("postgres"),
        ["ABSORBER_SqlServer"] = "",
    };

    public IReadOnlyDictionary<string, string> LabEnvironment => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ABSORBER_LAB_CONNECTION"] = server.ConnectionString(Database),
        ["ABSORBER_LAB_SQLSERVER"] = "",
    };

    public async Task<string> PrepareAsync(bool fresh, CancellationToken cancellation)
    {
        await server.CreateDatabaseAsync(Database, cancellation);
        var info = await Engine.ReadServerAsync(cancellation);
        return $"{info.Engine} on 127.0.0.1:{server.Port}";
    }

    public ValueTask DisposeAsync() => Engine.DisposeAsync();
}
