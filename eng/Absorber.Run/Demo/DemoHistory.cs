using Npgsql;

namespace Absorber.Run.Demo;

/// <summary>What the console has stored since a moment: the way of a figure, seen from its end.</summary>
internal sealed class DemoHistory(string storeConnection, DateTimeOffset since)
{
    /// <summary>How many absorbers samples came from.</summary>
    public async Task<long> CountReportedAbsorbersAsync(CancellationToken cancellation)
    {
        await using var reader = await ReadAsync("SELECT count(DISTINCT absorber_id) FROM console.samples WHERE at >= $1", cancellation);
        await reader.ReadAsync(cancellation);
        return reader.GetInt64(0);
    }

    public async Task<DemoFigures> ReadFiguresAsync(CancellationToken cancellation)
    {
        await using var reader = await ReadAsync(
            """
            SELECT coalesce(sum(picked), 0)::bigint,
                   coalesce(max(lag_seconds), 0),
                   count(*) FILTER (WHERE kind = 0),
                   count(*) FILTER (WHERE kind = 2)
            FROM console.samples
            WHERE at >= $1
            """,
            cancellation);
        await reader.ReadAsync(cancellation);
        return new DemoFigures(reader.GetInt64(0), reader.GetDouble(1), reader.GetInt64(2), reader.GetInt64(3));
    }

    private async Task<NpgsqlDataReader> ReadAsync(string sql, CancellationToken cancellation)
    {
        var connection = new NpgsqlConnection(storeConnection);
        await connection.OpenAsync(cancellation);
        await using var command = new NpgsqlCommand(sql, connection);
        command.Parameters.Add(new() { Value = since.UtcDateTime });
        return await command.ExecuteReaderAsync(System.Data.CommandBehavior.CloseConnection, cancellation);
    }
}

/// <param name="Absorbed">Rows that batches took from buffers.</param>
/// <param name="GreatestLag">Seconds.</param>
/// <param name="Batches">Batches that moved rows.</param>
/// <param name="Errors">Batches that failed.</param>
internal sealed record DemoFigures(long Absorbed, double GreatestLag, long Batches, long Errors);
