using System.Runtime.CompilerServices;
using Absorber.Contracts;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>Reads samples as they were sent.</summary>
internal sealed class SampleReader(NpgsqlDataSource source)
{
    private const string Columns =
        "at, kind, batch, picked, merged, purged, pick_us, merge_us, purge_us, issued, absorbed, depth, lag_seconds, lag_is_lower_bound, error";

    /// <summary>An absorber's samples since a time, oldest first.</summary>
    public async IAsyncEnumerable<Sample> ReadAsync(int absorber, DateTimeOffset since, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var command = source.CreateCommand(
            $"""
            SELECT {Columns}
            FROM console.samples
            WHERE absorber_id = $1 AND at >= $2
            ORDER BY at, issued
            """);
        command.Parameters.Add(new() { Value = absorber });
        command.Parameters.Add(new() { Value = since.ToUniversalTime(), NpgsqlDbType = NpgsqlDbType.TimestampTz });
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
            yield return Read(reader);
    }

    /// <summary>An absorber's last batches and errors, newest first.</summary>
    public async Task<IReadOnlyList<Sample>> ReadLastAsync(int absorber, DateTimeOffset since, int most, bool onlyErrors, CancellationToken cancellation)
    {
        await using var command = source.CreateCommand(
            $"""
            SELECT {Columns}
            FROM console.samples
            WHERE absorber_id = $1 AND at >= $2 AND {(onlyErrors ? "kind = 2" : "kind <> 1")}
            ORDER BY at DESC
            LIMIT $3
            """);
        command.Parameters.Add(new() { Value = absorber });
        command.Parameters.Add(new() { Value = since.ToUniversalTime(), NpgsqlDbType = NpgsqlDbType.TimestampTz });
        command.Parameters.Add(new() { Value = most });
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        var samples = new List<Sample>();
        while (await reader.ReadAsync(cancellation))
            samples.Add(Read(reader));
        return samples;
    }

    private static Sample Read(NpgsqlDataReader reader) => new()
    {
        Absorber = 0,
        At = reader.GetFieldValue<DateTimeOffset>(0),
        Kind = (SampleKind)reader.GetInt16(1),
        Batch = reader.GetInt64(2),
        Picked = reader.GetInt64(3),
        Merged = reader.GetInt64(4),
        Purged = reader.GetInt64(5),
        PickMicroseconds = reader.GetInt64(6),
        MergeMicroseconds = reader.GetInt64(7),
        PurgeMicroseconds = reader.GetInt64(8),
        Issued = reader.GetInt64(9),
        Absorbed = reader.GetInt64(10),
        Depth = reader.GetInt64(11),
        LagSeconds = reader.GetDouble(12),
        LagIsLowerBound = reader.GetBoolean(13),
        Error = reader.IsDBNull(14) ? null : reader.GetString(14),
    };
}
