using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>A row of the table <c>ShockAbsorber.Absorber</c>.</summary>
/// <param name="Id">The absorber's number.</param>
/// <param name="Target">The target.</param>
/// <param name="Buffer">The buffer; the names of the objects around it end in its name.</param>
/// <param name="Enabled">Whether its loop should run.</param>
/// <param name="Settings">Its settings, the buffer's kind included.</param>
internal sealed record AbsorberRow(int Id, TableName Target, TableName Buffer, bool Enabled, AbsorberSettings Settings)
{
    // Columns from the eighth on are those of ReadSettings.
    private const string Sql = """
        IF OBJECT_ID(N'ShockAbsorber.Absorber') IS NOT NULL
            SELECT a.Id, a.Target_schema, a.Target_name, a.Schema_name, a.Buffer_name, a.Buffer_kind, a.Enabled,
                a.Interval_seconds, a.Interval_rows, a.Max_errors, a.Maxdop, a.HashBuckets, a.Persisted
            FROM ShockAbsorber.Absorber a
            WHERE @schema IS NULL OR (a.Target_schema = @schema AND a.Target_name = @name)
            ORDER BY a.Id;
        """;

    /// <summary>The procedure that runs one batch, quoted.</summary>
    public string BatchProcedure => SqlServerName.Quote(new TableName(Buffer.Schema, $"BATCH_{Buffer.Name}"));

    public AbsorberInfo ToInfo(string database) => new()
    {
        Id = Id,
        Name = new AbsorberName(database, Target.Schema, Target.Name),
        Enabled = Enabled,
        Buffer = SqlServerName.Quote(Buffer),
        Settings = Settings,
    };

    /// <summary>The absorbers of a database, or the one of a target; none where the framework is not installed.</summary>
    public static async Task<IReadOnlyList<AbsorberRow>> ReadAsync(SqlConnection connection, TableName? target, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(Sql, connection);
        command.Parameters.Add(SqlParameters.NameOrNull("@schema", target?.Schema));
        command.Parameters.Add(SqlParameters.NameOrNull("@name", target?.Name));
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        var rows = new List<AbsorberRow>();
        while (await reader.ReadAsync(cancellation))
        {
            rows.Add(new AbsorberRow(
                reader.GetInt32(0),
                new TableName(reader.GetString(1), reader.GetString(2)),
                new TableName(reader.GetString(3), reader.GetString(4)),
                reader.GetBoolean(6),
                ReadSettings(reader, 7) with { Buffer = ReadKind(reader.GetString(5)) }));
        }

        return rows;
    }

    /// <summary>Reads interval, batch size, errors, MAXDOP, hash buckets and persistence from six columns.</summary>
    public static AbsorberSettings ReadSettings(SqlDataReader reader, int first) => new()
    {
        Interval = TimeSpan.FromSeconds((double)reader.GetDecimal(first)),
        BatchSize = reader.IsDBNull(first + 1) ? null : reader.GetInt64(first + 1),
        MaxErrors = reader.GetInt32(first + 2),
        MaxDop = reader.GetInt32(first + 3) is not 0 and var maxDop ? maxDop : null,
        HashBuckets = reader.IsDBNull(first + 4) ? null : reader.GetInt64(first + 4),
        Persisted = reader.GetBoolean(first + 5),
    };

    public static string? ShowKind(BufferKind? kind) => kind switch
    {
        BufferKind.Memory => "memory",
        BufferKind.Disk => "disk",
        _ => null,
    };

    private static BufferKind ReadKind(string kind) => kind == "memory" ? BufferKind.Memory : BufferKind.Disk;
}
