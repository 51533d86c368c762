using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Engine.PostgreSql.Buffers;

/// <summary>Rows of the table <c>absorber.absorber</c>.</summary>
internal static class AbsorberRow
{
    private const string Sql = """
        SELECT a.id, coalesce(n.nspname, a.target_schema), coalesce(c.relname, a.target_name), a.enabled,
            (SELECT format('%I.%I', bn.nspname, b.relname) FROM pg_class b JOIN pg_namespace bn ON bn.oid = b.relnamespace WHERE b.oid = a.buffer),
            a.batch_size, a.sync_interval, a.max_errors, a.persisted
        FROM absorber.absorber a
        LEFT JOIN pg_class c ON c.oid = a.target
        LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE $1 IS NULL OR a.id = $1
        ORDER BY a.id
        """;

    public static async Task<IReadOnlyList<AbsorberInfo>> ReadAsync(NpgsqlConnection connection, string database, int? id, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand(Sql, connection);
        command.Parameters.Add(new() { Value = (object?)id ?? DBNull.Value, NpgsqlDbType = NpgsqlDbType.Integer });
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        var rows = new List<AbsorberInfo>();
        while (await reader.ReadAsync(cancellation))
        {
            rows.Add(new AbsorberInfo
            {
                Id = reader.GetInt32(0),
                Name = new AbsorberName(database, reader.GetString(1), reader.GetString(2)),
                Enabled = reader.GetBoolean(3),
                Buffer = await reader.IsDBNullAsync(4, cancellation) ? "" : reader.GetString(4),
                Settings = ReadSettings(reader, 5),
            });
        }

        return rows;
    }

    /// <summary>Reads batch size, interval, errors and persistence from four columns.</summary>
    public static AbsorberSettings ReadSettings(NpgsqlDataReader reader, int first) => new()
    {
        BatchSize = reader.IsDBNull(first) ? null : reader.GetInt64(first),
        Interval = reader.GetFieldValue<TimeSpan>(first + 1),
        MaxErrors = reader.GetInt32(first + 2),
        Persisted = reader.GetBoolean(first + 3),
    };

    /// <summary>Adds batch size, interval, errors and persistence as parameters, in this order.</summary>
    public static void AddSettings(NpgsqlCommand command, AbsorberSettings settings)
    {
        command.Parameters.Add(new() { Value = (object?)settings.BatchSize ?? DBNull.Value, NpgsqlDbType = NpgsqlDbType.Bigint });
        command.Parameters.Add(new() { Value = settings.Interval, NpgsqlDbType = NpgsqlDbType.Interval });
        command.Parameters.Add(new() { Value = settings.MaxErrors });
        command.Parameters.Add(new() { Value = settings.Persisted });
    }
}
