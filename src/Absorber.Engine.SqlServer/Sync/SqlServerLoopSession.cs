using System.Data;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer.Buffers;
using Absorber.Engine.SqlServer.Errors;
using Absorber.Engine.Sync;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Sync;

internal sealed class SqlServerLoopSession : ILoopSession
{
    private const int PatienceInSeconds = 5;

    private readonly SqlConnection _connection;
    private readonly TimeProvider _time;
    private readonly string _lock;
    private readonly string _target;
    private readonly BufferKind? _kind;
    private readonly SqlCommand _batch;
    private readonly SqlParameter _mostRows = SqlParameters.BigInt("@MaxRows", null);
    private bool _hasLock;

    private SqlServerLoopSession(SqlConnection connection, AbsorberRow absorber, TimeProvider time)
    {
        _connection = connection;
        _time = time;
        _lock = FormattableString.Invariant($"ShockAbsorber:{absorber.Id}");
        _target = absorber.Target.ToString();
        _kind = absorber.Settings.Buffer;
        _batch = new SqlCommand(absorber.BatchProcedure, connection)
        {
            CommandType = CommandType.StoredProcedure,
            CommandTimeout = 0, // a batch takes as long as it takes; callers cancel it
        };
        _batch.Parameters.Add(_mostRows);
    }

    public static async Task<ILoopSession> OpenAsync(Databases databases, AbsorberName name, TimeProvider time, CancellationToken cancellation)
    {
        var connection = await databases.OpenLoopAsync(name.Database, name.ToString(), cancellation);
        try
        {
            return new SqlServerLoopSession(connection, await SqlServerAbsorbers.FindAsync(connection, name, cancellation), time);
        }
        catch (Exception e)
        {
            await connection.DisposeAsync();
            cancellation.ThrowIfCancellationRequested();
            if (ErrorTranslator.IsDrivers(e))
                throw ErrorTranslator.Translate(e);
            throw;
        }
    }

    public async Task<bool> TryLockAsync(CancellationToken cancellation)
    {
        ThrowIfGone();
        try
        {
            _hasLock = await AskForLockAsync(cancellation);
            return _hasLock;
        }
        catch (Exception e) when (ErrorTranslator.IsDrivers(e))
        {
            cancellation.ThrowIfCancellationRequested();
            throw ErrorTranslator.Translate(e);
        }
    }

    public async Task<BatchResult> RunBatchAsync(long? mostRows, CancellationToken cancellation)
    {
        ThrowIfGone();
        _mostRows.Value = (object?)mostRows ?? DBNull.Value;
        try
        {
            return await RunBatchAsync(cancellation);
        }
        catch (Exception e)
        {
            // The driver reports a cancellation once the server has confirmed it; what the batch did is undone before we report it.
            var wasConnected = _connection.State is ConnectionState.Open;
            await OpenTransactions.EndAsync(_connection);
            cancellation.ThrowIfCancellationRequested();
            if (ErrorTranslator.IsDrivers(e))
                throw ErrorTranslator.TranslateBatch(e, wasConnected, _target);
            throw;
        }
    }

    /// <summary>Nothing to do: both kinds of buffer free the room of deleted rows by themselves.</summary>
    public Task ReclaimAsync(CancellationToken cancellation) => Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        await UnlockAsync();
        await _batch.DisposeAsync();
        await _connection.DisposeAsync();
    }

    private async Task<bool> AskForLockAsync(CancellationToken cancellation)
    {
        // The framework knows how each kind of server keeps locks; where another session has it, the answer is below 0.
        await using var take = Framework.Call(_connection, "Take_lock", LockName(), SqlParameters.Int("@Timeout", 0), SqlParameters.Answer("@Taken"));
        take.CommandTimeout = PatienceInSeconds;
        await take.ExecuteNonQueryAsync(cancellation);
        return take.Parameters["@Taken"].Value is >= 0;
    }

    /// <summary>A closed connection's session lives on for a moment; the lock shall not.</summary>
    private async Task UnlockAsync()
    {
        if (!_hasLock || _connection.State is not ConnectionState.Open)
            return;
        try
        {
            await using var release = Framework.Call(_connection, "Release_lock", LockName());
            release.CommandTimeout = PatienceInSeconds;
            await release.ExecuteNonQueryAsync(CancellationToken.None);
        }
        catch (Exception e) when (ErrorTranslator.IsDrivers(e))
        {
            // The connection died, and took the lock along.
        }
    }

    private SqlParameter LockName() => new("@Name", SqlDbType.NVarChar, 255) { Value = _lock };

    private async Task<BatchResult> RunBatchAsync(CancellationToken cancellation)
    {
        var started = _time.GetTimestamp();
        BatchResult? result = null;
        await using (var reader = await _batch.ExecuteReaderAsync(cancellation))
        {
            if (await reader.ReadAsync(cancellation))
                result = Read(reader);
            while (await reader.NextResultAsync(cancellation))
            {
                // An error of the commit comes after the row.
            }
        }

        if (result is null)
            throw new EngineException(EngineErrorKind.Other, $"{_batch.CommandText} returned no row. The framework in this database may be another than this program's.");

        // What the server could not measure itself is the commit, and the way there and back.
        var commit = _time.GetElapsedTime(started) - result.PickTime - result.MergeTime - result.PurgeTime;
        return commit > TimeSpan.Zero ? result with { PurgeTime = result.PurgeTime + commit } : result;
    }

    private void ThrowIfGone()
    {
        if (_connection.State is not ConnectionState.Open)
            throw new EngineException(EngineErrorKind.Unavailable, "The loop's connection is gone, and its lock with it. Open another session.");
    }

    private BatchResult Read(SqlDataReader reader) => new()
    {
        Batch = reader.GetInt64(0),
        Picked = reader.GetInt64(1),
        Merged = reader.GetInt64(2) + reader.GetInt64(3),
        Purged = reader.GetInt64(4),
        PickTime = TimeSpan.FromMicroseconds(reader.GetInt64(5)),
        MergeTime = TimeSpan.FromMicroseconds(reader.GetInt64(6)),
        PurgeTime = TimeSpan.FromMicroseconds(reader.GetInt64(7)),
        Watermarks = new Watermarks(reader.GetInt64(8), reader.GetInt64(9)),
        Settings = AbsorberRow.ReadSettings(reader, 10) with { Buffer = _kind },
    };
}
