using Absorber.Contracts;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>Calls of <c>ShockAbsorber.[Change]</c>: only what differs is handed over, since some changes rebuild the buffer.</summary>
internal static class ChangeAbsorber
{
    /// <exception cref="EngineException">The buffer's kind differs: that cannot be changed.</exception>
    public static SqlCommand Call(SqlConnection connection, AbsorberRow row, AbsorberSettings wanted)
    {
        var known = row.Settings;
        if (wanted.Buffer is { } kind && kind != known.Buffer)
        {
            throw new EngineException(
                EngineErrorKind.BadRequest,
                $"The buffer of {row.Target} lies {(known.Buffer == BufferKind.Memory ? "in memory" : "on disk")}, and that cannot be changed. Drop the absorber once its buffer is empty, and create it anew.");
        }

        return Framework.Call(
            connection,
            "Change",
            SqlParameters.Object(row.Target),
            SqlParameters.Seconds("@Interval_seconds", wanted.Interval == known.Interval ? null : wanted.Interval),
            SqlParameters.BigInt("@Interval_rows", wanted.BatchSize == known.BatchSize ? null : wanted.BatchSize),
            SqlParameters.Int("@Max_errors", wanted.MaxErrors == known.MaxErrors ? null : wanted.MaxErrors),
            SqlParameters.Int("@Maxdop", wanted.MaxDop == known.MaxDop ? null : wanted.MaxDop ?? 0),
            SqlParameters.Bit("@Persisted", wanted.Persisted == known.Persisted ? null : wanted.Persisted),
            SqlParameters.BigInt("@HashBuckets", wanted.HashBuckets == known.HashBuckets ? null : wanted.HashBuckets),
            SqlParameters.Bit("@Set_interval_rows_null", wanted.BatchSize is null && known.BatchSize is not null),
            SqlParameters.Bit("@Set_hashbuckets_null", wanted.HashBuckets is null && known.HashBuckets is not null));
    }
}
