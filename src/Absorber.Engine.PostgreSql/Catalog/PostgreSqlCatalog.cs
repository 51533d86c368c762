using Absorber.Engine.Catalog;
using Absorber.Engine.PostgreSql.Buffers;
using Absorber.Engine.PostgreSql.Errors;
using Npgsql;

namespace Absorber.Engine.PostgreSql.Catalog;

internal sealed class PostgreSqlCatalog(Databases databases) : ICatalog
{
    private const string DatabasesSql = """
        SELECT d.datname
        FROM pg_database d
        WHERE d.datallowconn AND NOT d.datistemplate AND has_database_privilege(d.oid, 'CONNECT')
        ORDER BY d.datname
        """;

    private const string TablesSql = """
        SELECT r.schema_name, r.table_name, r.estimated_rows, r.oid = ANY ($1), r.obstacles, r.remarks
        FROM ({0}) r
        WHERE r.schema_name !~ '^pg_' AND r.schema_name NOT IN ('information_schema', 'absorber')
        ORDER BY r.schema_name, r.table_name
        """;

    public Task<IReadOnlyList<string>> ReadDatabasesAsync(CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<IReadOnlyList<string>>(async () =>
        {
            await using var connection = await databases.OpenAsync(database: null, cancellation);
            await using var command = new NpgsqlCommand(DatabasesSql, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            var names = new List<string>();
            while (await reader.ReadAsync(cancellation))
                names.Add(reader.GetString(0));
            return names;
        });

    public Task<IReadOnlyList<TableSummary>> ReadTablesAsync(string database, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<IReadOnlyList<TableSummary>>(async () =>
        {
            await using var connection = await databases.OpenAsync(database, cancellation);
            var targets = await ReadTargetsAsync(connection, cancellation);
            await using var command = new NpgsqlCommand(TablesSql.Replace("{0}", Framework.RelationQuery, StringComparison.Ordinal), connection);
            command.Parameters.Add(new NpgsqlParameter<uint[]> { TypedValue = targets, NpgsqlDbType = NpgsqlTypes.NpgsqlDbType.Oid | NpgsqlTypes.NpgsqlDbType.Array });
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            var tables = new List<TableSummary>();
            while (await reader.ReadAsync(cancellation))
            {
                tables.Add(new TableSummary(
                    new TableName(reader.GetString(0), reader.GetString(1)),
                    await reader.IsDBNullAsync(2, cancellation) ? null : reader.GetInt64(2),
                    reader.GetBoolean(3),
                    await reader.GetFieldValueAsync<string[]>(4, cancellation),
                    await reader.GetFieldValueAsync<string[]>(5, cancellation)));
            }

            return tables;
        });

    private static async Task<uint[]> ReadTargetsAsync(NpgsqlConnection connection, CancellationToken cancellation)
    {
        if (!await Framework.IsInstalledAsync(connection, cancellation))
            return [];
        await using var command = new NpgsqlCommand("SELECT coalesce(array_agg(a.target::oid), '{}') FROM absorber.absorber a", connection);
        return (uint[])(await command.ExecuteScalarAsync(cancellation))!;
    }
}
