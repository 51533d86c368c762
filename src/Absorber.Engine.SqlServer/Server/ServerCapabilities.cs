using System.Globalization;
using Absorber.Engine.SqlServer.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Server;

/// <summary>What a server and one of its databases can do for absorbers.</summary>
internal sealed record ServerCapabilities
{
    private const string Sql = """
        SELECT
            CAST(d.compatibility_level AS int),
            CAST(COALESCE(SERVERPROPERTY('IsXTPSupported'), 0) AS int),
            (SELECT count(*) FROM sys.filegroups f WHERE f.type = 'FX'),
            CAST(d.is_read_committed_snapshot_on AS int),
            CAST(d.is_auto_update_stats_async_on AS int)
        FROM sys.databases d
        WHERE d.name = DB_NAME()
        """;

    private const string ElevatesSql = "SELECT CAST(d.is_memory_optimized_elevate_to_snapshot_on AS int) FROM sys.databases d WHERE d.name = DB_NAME()";

    // Servers that do not know MERGE refuse it when they read it, so asking by a version is not needed.
    private const string MergeSql = """
        DECLARE @target TABLE (id int);
        MERGE @target AS t USING (SELECT 1 AS id) AS s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);
        """;

    private const int BadSyntax = 102;

    private const int UnknownColumn = 207;

    public required ServerVersion Version { get; init; }

    public required string Database { get; init; }

    public required int CompatibilityLevel { get; init; }

    /// <summary>Whether In-Memory OLTP is there (<c>IsXTPSupported</c>).</summary>
    public required bool HasMemoryTables { get; init; }

    /// <summary>Whether the database has the filegroup that memory-optimized tables need; Azure needs none.</summary>
    public required bool HasMemoryFilegroup { get; init; }

    public required bool IsReadCommittedSnapshot { get; init; }

    public required bool HasAsynchronousStatistics { get; init; }

    public required bool ElevatesToSnapshot { get; init; }

    public required bool HasMerge { get; init; }

    public static async Task<ServerCapabilities> ReadAsync(SqlConnection connection, CancellationToken cancellation)
    {
        var version = await ServerVersion.ReadAsync(connection, cancellation);
        var hasMerge = await TryAsync(connection, MergeSql, cancellation) is not null;
        var elevates = await TryAsync(connection, ElevatesSql, cancellation) is 1;
        await using var command = new SqlCommand(Sql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        await reader.ReadAsync(cancellation);
        return new ServerCapabilities
        {
            Version = version,
            Database = connection.Database,
            CompatibilityLevel = await NumberAsync(0),
            HasMemoryTables = await NumberAsync(1) == 1,
            HasMemoryFilegroup = version.IsAzureSqlDatabase || await NumberAsync(2) > 0,
            IsReadCommittedSnapshot = await NumberAsync(3) == 1,
            HasAsynchronousStatistics = await NumberAsync(4) == 1,
            ElevatesToSnapshot = elevates,
            HasMerge = hasMerge,
        };

        async Task<int> NumberAsync(int column) => await reader.IsDBNullAsync(column, cancellation) ? 0 : reader.GetInt32(column);
    }

    public IReadOnlyList<Capability> Describe() =>
    [
        new("Version", Version.Version, Version.Edition),
        new("Compatibility level", CompatibilityLevel.ToString(CultureInfo.InvariantCulture), CompatibilityLevel < 130 && HasMemoryTables ? "Buffers in memory need 130 or higher." : null),
        new("Buffers in memory", YesNo(HasMemoryTables && HasMemoryFilegroup), MemoryRemark()),
        new("MERGE", YesNo(HasMerge), HasMerge ? null : "Batches update and then insert instead."),
        new("Read committed snapshot", YesNo(IsReadCommittedSnapshot), null),
        new("Elevate to snapshot", YesNo(ElevatesToSnapshot), null),
        new("Asynchronous statistics", YesNo(HasAsynchronousStatistics), StatisticsRemark()),
    ];

    private string? MemoryRemark() => (HasMemoryTables, HasMemoryFilegroup) switch
    {
        (true, true) => null,
        (false, _) => "The server has no In-Memory OLTP. Buffers lie on disk.",
        _ => $"Database {Database} has no filegroup for memory-optimized data. ALTER DATABASE {SqlServerName.Quote(Database)} ADD FILEGROUP memory CONTAINS MEMORY_OPTIMIZED_DATA, then ADD FILE to it.",
    };

    private string? StatisticsRemark() => HasAsynchronousStatistics || Version.Babelfish is not null
        ? null
        : $"A batch may wait for statistics to be updated. ALTER DATABASE {SqlServerName.Quote(Database)} SET AUTO_UPDATE_STATISTICS_ASYNC ON avoids that.";

    private static string YesNo(bool value) => value ? "yes" : "no";

    /// <summary>The answer of a statement that not every server understands; null where this one does not.</summary>
    private static async Task<object?> TryAsync(SqlConnection connection, string sql, CancellationToken cancellation)
    {
        try
        {
            await using var command = new SqlCommand(sql, connection);
            return await command.ExecuteScalarAsync(cancellation) ?? DBNull.Value;
        }
        catch (SqlException e) when (e.Number is UnmappedErrors.Number or UnknownColumn or BadSyntax)
        {
            return null;
        }
    }
}
