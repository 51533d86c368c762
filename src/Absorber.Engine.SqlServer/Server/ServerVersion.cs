using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Server;

/// <summary>Which product a server is.</summary>
/// <param name="Version">The product version, such as <c>16.0.4135.4</c>.</param>
/// <param name="Edition">The edition, such as <c>Developer Edition (64-bit)</c>.</param>
/// <param name="EngineEdition">The kind of engine, by <c>SERVERPROPERTY('EngineEdition')</c>.</param>
/// <param name="Babelfish">Babelfish's own version; null on a server of Microsoft's.</param>
internal sealed record ServerVersion(string Version, string Edition, int EngineEdition, string? Babelfish)
{
    private const int AzureSqlDatabase = 5;

    private const int ManagedInstance = 8;

    private const string Sql = """
        SELECT
            CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)),
            CAST(SERVERPROPERTY('Edition') AS nvarchar(128)),
            CAST(SERVERPROPERTY('EngineEdition') AS int),
            CAST(SERVERPROPERTY('BabelfishVersion') AS nvarchar(128))
        """;

    public bool IsAzureSqlDatabase => EngineEdition == AzureSqlDatabase;

    public static async Task<ServerVersion> ReadAsync(SqlConnection connection, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(Sql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        await reader.ReadAsync(cancellation);
        return new ServerVersion(
            await reader.IsDBNullAsync(0, cancellation) ? "unknown" : reader.GetString(0),
            await reader.IsDBNullAsync(1, cancellation) ? "unknown edition" : reader.GetString(1),
            await reader.IsDBNullAsync(2, cancellation) ? 0 : reader.GetInt32(2),
            await reader.IsDBNullAsync(3, cancellation) ? null : reader.GetString(3));
    }

    /// <summary>The product as people know it.</summary>
    public override string ToString() => (Babelfish, EngineEdition) switch
    {
        ({ } babelfish, _) => $"Babelfish {babelfish}",
        (_, AzureSqlDatabase) => "Azure SQL Database",
        (_, ManagedInstance) => "Azure SQL Managed Instance",
        _ => $"{Name(Version)} ({Version})",
    };

    private static string Name(string version) => version.Split('.')[0] switch
    {
        "13" => "SQL Server 2016",
        "14" => "SQL Server 2017",
        "15" => "SQL Server 2019",
        "16" => "SQL Server 2022",
        "17" => "SQL Server 2025",
        _ => "SQL Server",
    };
}
