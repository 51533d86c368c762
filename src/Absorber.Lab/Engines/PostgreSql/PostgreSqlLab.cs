using System.Data.Common;
using Absorber.Engine;
using Absorber.Engine.PostgreSql;
using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Lab.Engines.PostgreSql;

internal sealed class PostgreSqlLab(string connectionString) : ILabDatabase
{
    public string Name => new NpgsqlConnectionStringBuilder(connectionString).Database ?? "";

    public IDatabaseEngine OpenEngine() => new PostgreSqlEngine(connectionString);

    public async Task CreateTargetsAsync(CancellationToken cancellation)
    {
        await using var connection = await OpenAsync(cancellation);
        await using var command = connection.CreateCommand();
        command.CommandText = await LabScript.ReadAsync("PostgreSql", cancellation);
        await command.ExecuteNonQueryAsync(cancellation);
    }

    public IProducerConnection OpenProducer(int number, IReadOnlyDictionary<TargetShape, string> buffers, TimeProvider clock)
    {
        var settings = new NpgsqlConnectionStringBuilder(connectionString)
        {
            Pooling = false,
            MaxAutoPrepare = 20,
            AutoPrepareMinUsages = 2,
            ApplicationName = $"absorber lab, producer {number}",
        };
        return new PostgreSqlProducer(
            settings.ConnectionString, buffers.ToDictionary(pair => pair.Key, pair => new PostgreSqlWriter(pair.Key, pair.Value)), clock);
    }

    public async Task<DbConnection> OpenAsync(CancellationToken cancellation)
    {
        var connection = new NpgsqlConnection(connectionString);
        await connection.OpenAsync(cancellation);
        return connection;
    }

    public string Select(TargetShape shape)
    {
        var columns = shape.Columns.Select(column => $"\"{column.Name}\"");
        return $"""SELECT {string.Join(", ", columns)} FROM "{shape.Target.Schema}"."{shape.Target.Name}" """;
    }

    public object Stored(ShapeColumn column, object value) => value;

    public object Read(DbDataReader row, int i, ShapeColumn column) => column.Kind switch
    {
        ColumnKind.Date => row.GetFieldValue<DateOnly>(i),
        ColumnKind.Code => row.GetString(i),
        _ => row.GetValue(i),
    };

    /// <summary>The driver's type of a column.</summary>
    public static NpgsqlDbType Type(ColumnKind kind) => kind switch
    {
        ColumnKind.Text => NpgsqlDbType.Text,
        ColumnKind.Code => NpgsqlDbType.Char,
        ColumnKind.Integer => NpgsqlDbType.Integer,
        ColumnKind.BigInteger => NpgsqlDbType.Bigint,
        ColumnKind.Decimal => NpgsqlDbType.Numeric,
        ColumnKind.Double => NpgsqlDbType.Double,
        ColumnKind.Boolean => NpgsqlDbType.Boolean,
        ColumnKind.Date => NpgsqlDbType.Date,
        ColumnKind.Time => NpgsqlDbType.TimestampTz,
        ColumnKind.Uuid => NpgsqlDbType.Uuid,
        ColumnKind.TextList => NpgsqlDbType.Array | NpgsqlDbType.Text,
        ColumnKind.Json => NpgsqlDbType.Jsonb,
        ColumnKind.Bytes => NpgsqlDbType.Bytea,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "No type is known for it."),
    };
}
