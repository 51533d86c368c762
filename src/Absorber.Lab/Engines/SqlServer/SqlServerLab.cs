using System.Data.Common;
using System.Text.Json;
using Absorber.Engine;
using Absorber.Engine.SqlServer;
using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;
using Microsoft.Data.SqlClient;

namespace Absorber.Lab.Engines.SqlServer;

internal sealed class SqlServerLab(string connectionString) : ILabDatabase
{
    public string Name => SqlServerConnectionString.ReadDatabase(connectionString)
        ?? throw new LabException("The connection string names no database: add Database=..., the one of the targets.");

    public IDatabaseEngine OpenEngine() => new SqlServerEngine(connectionString);

    public async Task CreateTargetsAsync(CancellationToken cancellation)
    {
        await using var connection = await OpenAsync(cancellation);
        await using var command = connection.CreateCommand();
        command.CommandText = await LabScript.ReadAsync("SqlServer", cancellation);
        await command.ExecuteNonQueryAsync(cancellation);
    }

    public IProducerConnection OpenProducer(int number, IReadOnlyDictionary<TargetShape, string> buffers, TimeProvider clock)
    {
        var settings = new SqlConnectionStringBuilder(connectionString)
        {
            Pooling = false,
            ConnectRetryCount = 0,
            ApplicationName = $"absorber lab, producer {number}",
        };
        return new SqlServerProducer(
            settings.ConnectionString, buffers.ToDictionary(pair => pair.Key, pair => new SqlServerWriter(pair.Key, pair.Value)), clock);
    }

    public async Task<DbConnection> OpenAsync(CancellationToken cancellation)
    {
        var connection = new SqlConnection(connectionString);
        try
        {
            await connection.OpenAsync(cancellation);
            return connection;
        }
        catch (SqlException e)
        {
            await connection.DisposeAsync();
            throw SqlServerEngine.Translate(e);
        }
    }

    public string Select(TargetShape shape)
    {
        var columns = shape.Columns.Select(column => SqlServerName.Quote(column.Name));
        return $"SELECT {string.Join(", ", columns)} FROM {SqlServerName.Quote(shape.Target)}";
    }

    public object Stored(ShapeColumn column, object value) => Convert(value);

    public object Read(DbDataReader row, int i, ShapeColumn column) => row.GetValue(i);

    /// <summary>A value as SQL Server stores it: lists as JSON, days as midnight.</summary>
    public static object Convert(object value) => value switch
    {
        string[] list => JsonSerializer.Serialize(list),
        DateOnly day => day.ToDateTime(TimeOnly.MinValue),
        _ => value,
    };
}
