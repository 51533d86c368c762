using Npgsql;
using NpgsqlTypes;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>
/// Stores the samples of several agents in one transaction, together with how far each spool has come. The position in the
/// database decides what is new, so that a batch counts once, however often it is sent and whatever became of an earlier attempt.
/// </summary>
internal sealed class SampleTransaction(SamplePartitions partitions, TimeProvider time)
{
    /// <summary>Stores what is new in <paramref name="writes"/>; returns each one's position, in the same order.</summary>
    public async Task<IReadOnlyList<long>> StoreAsync(NpgsqlConnection connection, IReadOnlyList<SpoolWrite> writes, CancellationToken cancellation)
    {
        await PreparePartitionsAsync(connection, writes, cancellation);
        await using var transaction = await connection.BeginTransactionAsync(cancellation);
        var positions = await LockPositionsAsync(connection, writes, cancellation);
        var fresh = new List<StoredSample>();
        var answers = new long[writes.Count];
        for (var i = 0; i < writes.Count; i++)
            answers[i] = Advance(positions, writes[i], fresh);

        await SampleCopy.AppendAsync(connection, fresh, cancellation);
        await MovePositionsAsync(connection, positions, cancellation);
        await transaction.CommitAsync(cancellation);
        return answers;
    }

    private async Task PreparePartitionsAsync(NpgsqlConnection connection, IReadOnlyList<SpoolWrite> writes, CancellationToken cancellation)
    {
        var now = time.GetUtcNow();
        if (!partitions.IsPrepared(now))
            await partitions.PrepareAsync(connection, now, cancellation);
        foreach (var write in writes)
        {
            foreach (var (_, sample) in write.Samples)
            {
                if (sample.At >= partitions.OldestKept(now))
                    await partitions.EnsureAsync(connection, sample.At, cancellation);
            }
        }
    }

    private long Advance(Dictionary<(int Agent, Guid Spool), long> positions, SpoolWrite write, List<StoredSample> fresh)
    {
        var position = positions[(write.Agent, write.Spool)];
        if (write.First > position + 1 && !write.AcceptsGap)
            return position;

        var oldest = partitions.OldestKept(time.GetUtcNow());
        for (var i = (int)Math.Max(0, position + 1 - write.First); i < write.Samples.Count; i++)
        {
            if (write.Samples[i].Sample.At >= oldest)
                fresh.Add(write.Samples[i]);
        }
        return positions[(write.Agent, write.Spool)] = Math.Max(position, write.Last);
    }

    /// <summary>Locked in one order, so that two consoles on one store cannot deadlock.</summary>
    private async Task<Dictionary<(int Agent, Guid Spool), long>> LockPositionsAsync(NpgsqlConnection connection, IReadOnlyList<SpoolWrite> writes, CancellationToken cancellation)
    {
        var spools = writes.Select(write => (write.Agent, write.Spool)).Distinct().ToArray();
        await using var batch = new NpgsqlBatch(connection);
        batch.BatchCommands.Add(new(
            """
            INSERT INTO console.spool_positions (agent_id, spool, sequence, stored_at)
            SELECT agent_id, spool, 0, $3
            FROM unnest($1, $2) AS given (agent_id, spool)
            ON CONFLICT DO NOTHING
            """));
        batch.BatchCommands.Add(new(
            """
            SELECT agent_id, spool, sequence
            FROM console.spool_positions
            WHERE (agent_id, spool) IN (SELECT * FROM unnest($1, $2))
            ORDER BY agent_id, spool
            FOR UPDATE
            """));
        foreach (NpgsqlBatchCommand command in batch.BatchCommands)
        {
            command.Parameters.Add(new NpgsqlParameter { Value = spools.Select(spool => spool.Agent).ToArray() });
            command.Parameters.Add(new NpgsqlParameter { Value = spools.Select(spool => spool.Spool).ToArray() });
        }
        batch.BatchCommands[0].Parameters.Add(new() { Value = time.GetUtcNow(), NpgsqlDbType = NpgsqlDbType.TimestampTz });

        var positions = new Dictionary<(int, Guid), long>(spools.Length);
        await using var reader = await batch.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
            positions[(reader.GetInt32(0), reader.GetGuid(1))] = reader.GetInt64(2);
        return positions;
    }

    private async Task MovePositionsAsync(NpgsqlConnection connection, Dictionary<(int Agent, Guid Spool), long> positions, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand(
            """
            UPDATE console.spool_positions AS kept
            SET sequence = given.sequence, stored_at = $4
            FROM unnest($1, $2, $3) AS given (agent_id, spool, sequence)
            WHERE kept.agent_id = given.agent_id AND kept.spool = given.spool
            """, connection);
        command.Parameters.Add(new() { Value = positions.Keys.Select(key => key.Agent).ToArray() });
        command.Parameters.Add(new() { Value = positions.Keys.Select(key => key.Spool).ToArray() });
        command.Parameters.Add(new() { Value = positions.Values.ToArray() });
        command.Parameters.Add(new() { Value = time.GetUtcNow(), NpgsqlDbType = NpgsqlDbType.TimestampTz });
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
