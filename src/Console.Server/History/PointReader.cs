using Absorber.ConsoleServer.Series;
using Absorber.Contracts;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.ConsoleServer.History;

/// <summary>Reads points from the store, put together by the store: of a day's samples only the points travel.</summary>
internal sealed class PointReader(NpgsqlDataSource source)
{
    /// <summary>
    /// The same reckoning as in memory, see <see cref="AbsorberSeries"/>: rows count for the time between two samples that are
    /// connected, and each bucket gets its share, where the interval begins and where it ends.
    /// </summary>
    private const string Points =
        """
        WITH sample AS (
            SELECT at, kind, picked, pick_us, merge_us, purge_us,
                   CASE WHEN kind <> 2 OR issued > 0 THEN issued END AS issued,
                   CASE WHEN kind <> 2 OR issued > 0 THEN depth END AS depth,
                   CASE WHEN kind <> 2 OR issued > 0 THEN lag_seconds END AS lag_seconds
            FROM console.samples
            WHERE absorber_id = $1 AND at >= $2 - $5 AND at < $3
        ), interval AS (
            SELECT *,
                   lag(at) OVER in_time AS previous,
                   issued - lag(issued) OVER in_time AS came_in,
                   CASE WHEN at - lag(at) OVER in_time <= $5
                        THEN extract(epoch FROM at - lag(at) OVER in_time)::double precision
                   END AS seconds
            FROM sample
            WINDOW in_time AS (ORDER BY at, issued)
        ), share AS (
            SELECT interval.*, part.*
            FROM interval
            CROSS JOIN LATERAL (
                SELECT date_bin($4, at, 'epoch') AS bucket,
                       true AS ends_here,
                       CASE WHEN seconds > 0
                            THEN extract(epoch FROM at - greatest(previous, date_bin($4, at, 'epoch')))::double precision / seconds
                            ELSE 1
                       END AS portion
                UNION ALL
                SELECT date_bin($4, previous, 'epoch'),
                       false,
                       extract(epoch FROM date_bin($4, previous, 'epoch') + $4 - previous)::double precision / seconds
                WHERE seconds > 0 AND date_bin($4, previous, 'epoch') < date_bin($4, at, 'epoch')
            ) AS part
        )
        SELECT extract(epoch FROM bucket)::bigint,
               sum(came_in * portion) FILTER (WHERE came_in >= 0 AND seconds IS NOT NULL),
               sum(seconds * portion) FILTER (WHERE came_in >= 0),
               sum(picked * portion)  FILTER (WHERE seconds IS NOT NULL),
               sum(seconds * portion),
               (array_agg(depth ORDER BY at DESC) FILTER (WHERE ends_here AND depth IS NOT NULL))[1],
               max(lag_seconds) FILTER (WHERE ends_here),
               sum(pick_us)  FILTER (WHERE ends_here AND kind = 0)::bigint,
               sum(merge_us) FILTER (WHERE ends_here AND kind = 0)::bigint,
               sum(purge_us) FILTER (WHERE ends_here AND kind = 0)::bigint,
               count(*) FILTER (WHERE ends_here AND kind = 0)::integer,
               count(*) FILTER (WHERE ends_here AND kind = 2)::integer
        FROM share
        WHERE bucket >= $2
        GROUP BY bucket
        ORDER BY bucket
        """;

    public async Task<IReadOnlyList<SeriesPoint>> ReadAsync(int absorber, long from, long to, long seconds, CancellationToken cancellation)
    {
        await using var command = source.CreateCommand(Points);
        command.Parameters.Add(new() { Value = absorber });
        command.Parameters.Add(new() { Value = DateTimeOffset.FromUnixTimeSeconds(from), NpgsqlDbType = NpgsqlDbType.TimestampTz });
        command.Parameters.Add(new() { Value = DateTimeOffset.FromUnixTimeSeconds(to), NpgsqlDbType = NpgsqlDbType.TimestampTz });
        command.Parameters.Add(new() { Value = TimeSpan.FromSeconds(seconds), NpgsqlDbType = NpgsqlDbType.Interval });
        command.Parameters.Add(new() { Value = AbsorberSeries.LongestInterval, NpgsqlDbType = NpgsqlDbType.Interval });
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        var points = new List<SeriesPoint>();
        while (await reader.ReadAsync(cancellation))
            points.Add(Read(reader).ToPoint());
        return points;
    }

    private static Bucket Read(NpgsqlDataReader reader)
    {
        var bucket = Bucket.At(reader.GetInt64(0));
        bucket.InRows = Or(reader, 1, 0);
        bucket.InSeconds = Or(reader, 2, 0);
        bucket.OutRows = Or(reader, 3, 0);
        bucket.OutSeconds = Or(reader, 4, 0);
        bucket.Rolling = bucket.OutPerSecond ?? double.NaN;
        bucket.Depth = reader.IsDBNull(5) ? -1 : reader.GetInt64(5);
        bucket.Lag = Or(reader, 6, double.NaN);
        bucket.PickMicroseconds = reader.IsDBNull(7) ? 0 : reader.GetInt64(7);
        bucket.MergeMicroseconds = reader.IsDBNull(8) ? 0 : reader.GetInt64(8);
        bucket.PurgeMicroseconds = reader.IsDBNull(9) ? 0 : reader.GetInt64(9);
        bucket.Batches = reader.GetInt32(10);
        bucket.Errors = reader.GetInt32(11);
        return bucket;
    }

    private static double Or(NpgsqlDataReader reader, int column, double otherwise) =>
        reader.IsDBNull(column) ? otherwise : reader.GetDouble(column);
}
