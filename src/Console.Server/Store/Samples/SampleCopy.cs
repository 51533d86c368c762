using Npgsql;
using NpgsqlTypes;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>Appends samples by binary COPY.</summary>
internal static class SampleCopy
{
    private const int LongestError = 4_000;

    public static async Task AppendAsync(NpgsqlConnection connection, IReadOnlyList<StoredSample> samples, CancellationToken cancellation)
    {
        await using var copy = await connection.BeginBinaryImportAsync(
            """
            COPY console.samples (
                at, batch, picked, merged, purged, pick_us, merge_us, purge_us,
                issued, absorbed, depth, lag_seconds, absorber_id, kind, lag_is_lower_bound, error)
            FROM STDIN (FORMAT binary)
            """, cancellation);
        foreach (var (absorber, sample) in samples)
        {
            await copy.StartRowAsync(cancellation);
            await copy.WriteAsync(sample.At.UtcDateTime, NpgsqlDbType.TimestampTz, cancellation);
            await copy.WriteAsync(sample.Batch, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Picked, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Merged, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Purged, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.PickMicroseconds, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.MergeMicroseconds, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.PurgeMicroseconds, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Issued, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Absorbed, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.Depth, NpgsqlDbType.Bigint, cancellation);
            await copy.WriteAsync(sample.LagSeconds, NpgsqlDbType.Double, cancellation);
            await copy.WriteAsync(absorber, NpgsqlDbType.Integer, cancellation);
            await copy.WriteAsync((short)sample.Kind, NpgsqlDbType.Smallint, cancellation);
            await copy.WriteAsync(sample.LagIsLowerBound, NpgsqlDbType.Boolean, cancellation);
            if (sample.Error is null)
                await copy.WriteNullAsync(cancellation);
            else
                await copy.WriteAsync(Storable(sample.Error), NpgsqlDbType.Text, cancellation);
        }
        await copy.CompleteAsync(cancellation);
    }

    /// <summary>PostgreSQL's text holds no NUL; one such message must not keep everybody's samples from being stored.</summary>
    private static string Storable(string error)
    {
        var text = error.Replace("\0", "", StringComparison.Ordinal);
        return text.Length <= LongestError ? text : text[..LongestError];
    }
}
