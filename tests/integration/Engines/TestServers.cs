using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Makes databases on servers of each kind; skips the running test where there is none.</summary>
internal static class TestServers
{
    private const string Variable = "ABSORBER_TEST_SQLSERVER";

    /// <summary>The kinds that theories run on. Without a SQL Server one skipped row says so; a second one would say it again.</summary>
    public static IEnumerable<ServerKind> Kinds =>
        Enum.GetValues<ServerKind>().Where(kind => kind is not ServerKind.SqlServerInMemory || SqlServer is not null);

    private static string? SqlServer => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } value ? value : null;

    public static async Task<ITestDatabase> CreateDatabaseAsync(PostgresServers servers, ServerKind kind, CancellationToken cancellation)
    {
        if (kind is ServerKind.SqlServer or ServerKind.SqlServerInMemory)
            Assert.Skip($"{Variable} is not set: give it a connection string of a SQL Server on which tests may create databases.");
        var version = kind is ServerKind.PostgreSql15 ? PostgresVersion.V15 : PostgresVersion.V18;
        return new PostgreSqlDatabase(await servers.CreateDatabaseAsync(version, cancellation));
    }
}
