using Absorber.Testing.Databases;
using Microsoft.Data.SqlClient;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Makes databases on servers of each kind; skips the running test where there is none.</summary>
internal static class TestServers
{
    private const string Variable = "ABSORBER_TEST_SQLSERVER";

    private const string FeaturesSql = """
        SELECT CASE WHEN CHARINDEX('Babelfish', @@VERSION) > 0 THEN 1 ELSE 0 END, CONVERT(int, SERVERPROPERTY('IsXTPSupported'))
        """;

    private static SqlServerFeatures? _features;

    /// <summary>The kinds that theories run on. Without a SQL Server one skipped row says so; a second one would say it again.</summary>
    public static IEnumerable<ServerKind> Kinds =>
        Enum.GetValues<ServerKind>().Where(kind => kind is not ServerKind.SqlServerInMemory || SqlServer is not null);

    private static string? SqlServer => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } value ? value : null;

    public static async Task<ITestDatabase> CreateDatabaseAsync(PostgresServers servers, ServerKind kind, CancellationToken cancellation)
    {
        if (kind is ServerKind.SqlServer or ServerKind.SqlServerInMemory)
            return await CreateSqlServerDatabaseAsync(kind, cancellation);
        var version = kind is ServerKind.PostgreSql15 ? PostgresVersion.V15 : PostgresVersion.V18;
        return new PostgreSqlDatabase(await servers.CreateDatabaseAsync(version, cancellation));
    }

    public static async Task<SqlServerDatabase> CreateSqlServerDatabaseAsync(ServerKind kind, CancellationToken cancellation)
    {
        if (SqlServer is null)
            Assert.Skip($"{Variable} is not set: give it a connection string of a SQL Server on which tests may create databases.");
        var features = await ReadFeaturesAsync(cancellation);
        if (kind is ServerKind.SqlServerInMemory && !features.HasMemory)
            Assert.Skip("The server has no In-Memory OLTP: its property IsXTPSupported is 0.");
        var database = await SqlServerDatabase.CreateAsync(SqlServer, cancellation);
        if (features.IsMicrosofts)
            await database.AllowSnapshotAsync(cancellation);
        if (kind is ServerKind.SqlServerInMemory)
            await database.AddMemoryAsync(cancellation);
        return database;
    }

    /// <summary>Skips a test of what servers of other makes do otherwise.</summary>
    public static async Task SkipUnlessMicrosoftsAsync(ServerKind kind, string why, CancellationToken cancellation)
    {
        if (kind is ServerKind.SqlServer && SqlServer is not null && !(await ReadFeaturesAsync(cancellation)).IsMicrosofts)
            Assert.Skip(why);
    }

    private static async Task<SqlServerFeatures> ReadFeaturesAsync(CancellationToken cancellation)
    {
        if (_features is not null)
            return _features;
        await using var connection = new SqlConnection(SqlServer);
        await connection.OpenAsync(cancellation);
        await using var command = new SqlCommand(FeaturesSql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        await reader.ReadAsync(cancellation);
        return _features = new SqlServerFeatures(IsMicrosofts: reader.GetInt32(0) == 0, HasMemory: Value.As<int>(reader.GetValue(1)) == 1);
    }

    private sealed record SqlServerFeatures(bool IsMicrosofts, bool HasMemory);
}
