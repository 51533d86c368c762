using System.Data;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql.Buffers;
using Absorber.Engine.PostgreSql.Errors;
using Absorber.Engine.Sync;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.Engine.PostgreSql.Sync;

internal sealed class PostgreSqlLoopSession : ILoopSession
{
    private readonly NpgsqlConnection _connection;
    private readonly TimeProvider _time;
    private readonly ReclaimPace _pace;
    private readonly int _id;
    private readonly NpgsqlCommand _batch;
    private readonly NpgsqlParameter<long?> _mostRows = new() { NpgsqlDbType = NpgsqlDbType.Bigint };

    private PostgreSqlLoopSession(NpgsqlConnection connection, int id, TimeProvider time)
    {
        _connection = connection;
        _id = id;
        _time = time;
        _pace = new ReclaimPace(time);
        _batch = new NpgsqlCommand(
            $"""
            SELECT b.batch, b.picked, b.merged, b.purged, b.pick_us, b.merge_us, b.purge_us, b.issued, b.absorbed,
                b.batch_size, b.sync_interval, b.max_errors, b.persisted
            FROM absorber.batch_{id}($1) b
            """,
            connection);
        _batch.Parameters.Add(_mostRows);
    }

    public static async Task<ILoopSession> OpenAsync(Databases databases, AbsorberName name, TimeProvider time, CancellationToken cancellation)
    {
        var connection = await databases.OpenLoopAsync(name.Database, name.ToString(), cancellation);
        try
        {
            return new PostgreSqlLoopSession(connection, await PostgreSqlAbsorbers.FindAsync(connection, name, cancellation), time);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    public Task<bool> TryLockAsync(CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            ThrowIfGone();
            await using var command = new NpgsqlCommand("SELECT pg_try_advisory_lock(1633842018, $1)", _connection);
            command.Parameters.Add(new() { Value = _id });
            return (bool)(await command.ExecuteScalarAsync(cancellation))!;
        });

    public Task<BatchResult> RunBatchAsync(long? mostRows, CancellationToken cancellation) =>
        ErrorTranslator.RunBatchAsync(async () =>
        {
            ThrowIfGone();
            _mostRows.TypedValue = mostRows;
            var started = _time.GetTimestamp();
            BatchResult result;
            await using (var reader = await _batch.ExecuteReaderAsync(cancellation))
            {
                await reader.ReadAsync(cancellation);
                result = Read(reader);
                await reader.NextResultAsync(cancellation); // the commit's answer
            }

            // What the server could not measure itself is the commit, and the way there and back.
            var commit = _time.GetElapsedTime(started) - result.PickTime - result.MergeTime - result.PurgeTime;
            if (commit > TimeSpan.Zero)
                result = result with { PurgeTime = result.PurgeTime + commit };
            _pace.Record(result);
            return result;
        });

    public Task ReclaimAsync(CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            if (!_pace.IsDue)
                return;
            ThrowIfGone();
            await using var command = new NpgsqlCommand("SELECT absorber.reclaim($1)", _connection);
            command.Parameters.Add(new() { Value = _id });
            _pace.Reclaimed(isAnythingLeft: (bool)(await command.ExecuteScalarAsync(cancellation))!);
        });

    public async ValueTask DisposeAsync()
    {
        await UnlockAsync();
        await _batch.DisposeAsync();
        await _connection.DisposeAsync();
    }

    /// <summary>A closed connection's backend lives on for a moment; the lock shall not.</summary>
    private async Task UnlockAsync()
    {
        if (_connection.State is not ConnectionState.Open)
            return;
        try
        {
            await using var command = new NpgsqlCommand("SELECT pg_advisory_unlock_all()", _connection) { CommandTimeout = 5 };
            await command.ExecuteNonQueryAsync();
        }
        catch (NpgsqlException)
        {
            // The connection died, and took the lock along.
        }
    }

    private void ThrowIfGone()
    {
        if (_connection.State is not ConnectionState.Open)
            throw new EngineException(EngineErrorKind.Unavailable, "The loop's connection is gone, and its lock with it. Open another session.");
    }

    private static BatchResult Read(NpgsqlDataReader reader) => new()
    {
        Batch = reader.GetInt64(0),
        Picked = reader.GetInt64(1),
        Merged = reader.GetInt64(2),
        Purged = reader.GetInt64(3),
        PickTime = TimeSpan.FromMicroseconds(reader.GetInt64(4)),
        MergeTime = TimeSpan.FromMicroseconds(reader.GetInt64(5)),
        PurgeTime = TimeSpan.FromMicroseconds(reader.GetInt64(6)),
        Watermarks = new Watermarks(reader.GetInt64(7), reader.GetInt64(8)),
        Settings = AbsorberRow.ReadSettings(reader, 9),
    };
}
