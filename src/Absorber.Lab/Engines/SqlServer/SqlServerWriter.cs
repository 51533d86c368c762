using System.Data;
using Absorber.Engine.SqlServer;
using Absorber.Lab.Shapes;
using Microsoft.Data.SqlClient;

namespace Absorber.Lab.Engines.SqlServer;

/// <summary>Writes rows into the buffer of one target.</summary>
internal sealed class SqlServerWriter
{
    private readonly TargetShape _shape;
    private readonly string _buffer;
    private readonly string _insert;

    /// <param name="shape">The target.</param>
    /// <param name="buffer">Its buffer's name, quoted for use in SQL.</param>
    public SqlServerWriter(TargetShape shape, string buffer)
    {
        (_shape, _buffer) = (shape, buffer);
        var columns = string.Join(", ", shape.Columns.Select(column => SqlServerName.Quote(column.Name)));
        _insert = $"INSERT INTO {buffer} ({columns}) VALUES ({string.Join(", ", shape.Columns.Select((_, i) => Parameter(i)))})";
    }

    /// <summary>One SqlBulkCopy.</summary>
    public async Task CopyAsync(SqlConnection connection, SqlTransaction transaction, IEnumerable<object?[]> rows, CancellationToken cancellation)
    {
        using var table = new DataTable();
        using var copy = new SqlBulkCopy(connection, SqlBulkCopyOptions.Default, transaction) { DestinationTableName = _buffer, BulkCopyTimeout = 0 };
        foreach (var column in _shape.Columns)
        {
            table.Columns.Add(column.Name, Stored(column.Kind));
            copy.ColumnMappings.Add(column.Name, column.Name);
        }

        foreach (var row in rows)
            table.Rows.Add([.. row.Select(value => value is null ? DBNull.Value : SqlServerLab.Convert(value))]);
        await copy.WriteToServerAsync(table, cancellation);
    }

    /// <summary>One INSERT per row, sent together.</summary>
    public async Task InsertAsync(SqlConnection connection, SqlTransaction transaction, IEnumerable<object?[]> rows, CancellationToken cancellation)
    {
        await using var batch = new SqlBatch(connection, transaction) { Timeout = 0 };
        foreach (var row in rows)
        {
            var insert = new SqlBatchCommand(_insert);
            for (var i = 0; i < row.Length; i++)
            {
                var value = row[i] is { } given ? SqlServerLab.Convert(given) : DBNull.Value;
                insert.Parameters.Add(new SqlParameter(Parameter(i), Type(_shape.Columns[i].Kind)) { Value = value });
            }

            batch.BatchCommands.Add(insert);
        }

        await batch.ExecuteNonQueryAsync(cancellation);
    }

    private static string Parameter(int column) => FormattableString.Invariant($"@v{column}");

    private static SqlDbType Type(ColumnKind kind) => kind switch
    {
        ColumnKind.Integer => SqlDbType.Int,
        ColumnKind.BigInteger => SqlDbType.BigInt,
        ColumnKind.Decimal => SqlDbType.Decimal,
        ColumnKind.Double => SqlDbType.Float,
        ColumnKind.Boolean => SqlDbType.Bit,
        ColumnKind.Date => SqlDbType.Date,
        ColumnKind.Time => SqlDbType.DateTime2,
        ColumnKind.Uuid => SqlDbType.UniqueIdentifier,
        ColumnKind.Bytes => SqlDbType.VarBinary,
        _ => SqlDbType.NVarChar,
    };

    private static Type Stored(ColumnKind kind) => kind switch
    {
        ColumnKind.Integer => typeof(int),
        ColumnKind.BigInteger => typeof(long),
        ColumnKind.Decimal => typeof(decimal),
        ColumnKind.Double => typeof(double),
        ColumnKind.Boolean => typeof(bool),
        ColumnKind.Date or ColumnKind.Time => typeof(DateTime),
        ColumnKind.Uuid => typeof(Guid),
        ColumnKind.Bytes => typeof(byte[]),
        _ => typeof(string),
    };
}
