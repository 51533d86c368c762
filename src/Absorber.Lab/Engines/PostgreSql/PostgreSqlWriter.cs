using Absorber.Lab.Shapes;
using Npgsql;

namespace Absorber.Lab.Engines.PostgreSql;

/// <summary>Writes rows into the buffer of one target.</summary>
internal sealed class PostgreSqlWriter
{
    private readonly TargetShape _shape;
    private readonly string _copy;
    private readonly string _insert;

    /// <param name="shape">The target.</param>
    /// <param name="buffer">Its buffer's name, quoted for use in SQL.</param>
    public PostgreSqlWriter(TargetShape shape, string buffer)
    {
        _shape = shape;
        var columns = string.Join(", ", shape.Columns.Select(column => $"\"{column.Name}\""));
        _copy = $"COPY {buffer} ({columns}) FROM STDIN (FORMAT BINARY)";
        _insert = $"INSERT INTO {buffer} ({columns}) VALUES ({string.Join(", ", shape.Columns.Select((_, i) => $"${i + 1}"))})";
    }

    /// <summary>One binary COPY.</summary>
    public async Task CopyAsync(NpgsqlConnection connection, IEnumerable<object?[]> rows, CancellationToken cancellation)
    {
        await using var import = await connection.BeginBinaryImportAsync(_copy, cancellation);
        foreach (var row in rows)
        {
            await import.StartRowAsync(cancellation);
            for (var i = 0; i < row.Length; i++)
            {
                if (row[i] is { } value)
                    await import.WriteAsync(value, PostgreSqlLab.Type(_shape.Columns[i].Kind), cancellation);
                else
                    await import.WriteNullAsync(cancellation);
            }
        }

        await import.CompleteAsync(cancellation);
    }

    /// <summary>One INSERT per row, sent together.</summary>
    public async Task InsertAsync(NpgsqlConnection connection, IEnumerable<object?[]> rows, CancellationToken cancellation)
    {
        await using var batch = new NpgsqlBatch(connection);
        foreach (var row in rows)
        {
            var insert = new NpgsqlBatchCommand(_insert);
            for (var i = 0; i < row.Length; i++)
                insert.Parameters.Add(new NpgsqlParameter { Value = row[i] ?? DBNull.Value, NpgsqlDbType = PostgreSqlLab.Type(_shape.Columns[i].Kind) });
            batch.BatchCommands.Add(insert);
        }

        await batch.ExecuteNonQueryAsync(cancellation);
    }
}
