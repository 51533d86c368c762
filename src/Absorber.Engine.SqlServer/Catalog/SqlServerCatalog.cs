using Absorber.Engine.Catalog;
using Absorber.Engine.SqlServer.Buffers;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Catalog;

internal sealed class SqlServerCatalog(Databases databases) : ICatalog
{
    // Azure SQL Database answers HAS_DBACCESS for the connection's own database only.
    private const string DatabasesSql = """
        SELECT d.name
        FROM sys.databases d
        WHERE d.name NOT IN (N'master', N'tempdb', N'model', N'msdb')
            AND d.state = 0
            AND d.source_database_id IS NULL
            AND (HAS_DBACCESS(d.name) = 1 OR (HAS_DBACCESS(d.name) IS NULL AND CAST(SERVERPROPERTY('EngineEdition') AS int) = 5))
        ORDER BY d.name
        """;

    private const string TablesSql = """
        SELECT e.Schema_name, e.Table_name, e.Estimated_rows, e.Has_absorber, e.Obstacles, e.Remarks
        FROM {0} e
        WHERE e.Schema_name <> N'ShockAbsorber'
        UNION ALL
        SELECT s.name, v.name, CAST(NULL AS bigint), CAST(0 AS bit), N'It is a view. Absorb the table behind it.', N''
        FROM sys.views v
        JOIN sys.schemas s ON s.schema_id = v.schema_id
        WHERE v.is_ms_shipped = 0 AND s.name <> N'ShockAbsorber'
        ORDER BY 1, 2
        """;

    public Task<IReadOnlyList<string>> ReadDatabasesAsync(CancellationToken cancellation) =>
        databases.UseAsync<IReadOnlyList<string>>(database: null, async connection =>
        {
            await using var command = new SqlCommand(DatabasesSql, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            var names = new List<string>();
            while (await reader.ReadAsync(cancellation))
                names.Add(reader.GetString(0));
            return names;
        }, cancellation);

    public Task<IReadOnlyList<TableSummary>> ReadTablesAsync(string database, CancellationToken cancellation) =>
        databases.UseAsync<IReadOnlyList<TableSummary>>(database, async connection =>
        {
            var isInstalled = await Framework.IsInstalledAsync(connection, cancellation);
            var eligibility = isInstalled ? "ShockAbsorber.Eligibility" : $"({Framework.EligibilityQuery})";
            await using var command = new SqlCommand(TablesSql.Replace("{0}", eligibility, StringComparison.Ordinal), connection);
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            var tables = new List<TableSummary>();
            while (await reader.ReadAsync(cancellation))
            {
                tables.Add(new TableSummary(
                    new TableName(reader.GetString(0), reader.GetString(1)),
                    await reader.IsDBNullAsync(2, cancellation) ? null : reader.GetInt64(2),
                    reader.GetBoolean(3),
                    Sentences(reader.GetString(4)),
                    Sentences(reader.GetString(5))));
            }

            return tables;
        }, cancellation);

    private static string[] Sentences(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
