using System.Diagnostics;
using System.Threading.Channels;
using Absorber.ConsoleServer.Configuration;
using Microsoft.Extensions.Options;
using Npgsql;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>
/// Commits the batches of all agents together, about five times a second. Memory is bounded: an agent waits for its answer
/// before it sends more than a few batches, and while the store is away nothing is queued at all.
/// </summary>
internal sealed class SampleWriter(
    NpgsqlDataSource source,
    StoreStatus status,
    IOptions<ConsoleOptions> options,
    TimeProvider time,
    ILogger<SampleWriter> log) : BackgroundService
{
    private static readonly TimeSpan BetweenCommits = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan BetweenProbes = TimeSpan.FromSeconds(1);

    /// <summary>So many samples are worth a commit of their own: an agent that catches up need not wait for company.</summary>
    private const int WorthACommit = 2_000;
    private const int MostPerCommit = 50_000;

    private readonly SamplePartitions _partitions = new(options.Value.SampleRetention);
    private readonly Channel<SpoolWrite> _queue = Channel.CreateBounded<SpoolWrite>(new BoundedChannelOptions(256) { SingleReader = true });
    private long _lastCommit = time.GetTimestamp();

    /// <summary>Stores what is new in a batch.</summary>
    /// <returns>The spool's position afterwards; null while the store is away.</returns>
    public async Task<long?> StoreAsync(SpoolWrite write, CancellationToken cancellation)
    {
        if (status.IsAway)
            return null;
        await _queue.Writer.WriteAsync(write, cancellation);
        return await write.Stored.WaitAsync(cancellation);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            while (await _queue.Reader.WaitToReadAsync(stoppingToken))
            {
                var writes = await GatherAsync(stoppingToken);
                if (!await TryCommitAsync(writes, stoppingToken))
                    await WaitForStoreAsync(stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // Agents keep what was not acknowledged.
        }
        finally
        {
            AnswerAway();
        }
    }

    private async Task<List<SpoolWrite>> GatherAsync(CancellationToken stopping)
    {
        var writes = new List<SpoolWrite>();
        var count = Take(writes, 0);
        var wait = BetweenCommits - time.GetElapsedTime(_lastCommit);
        if (count < WorthACommit && wait > TimeSpan.Zero)
        {
            await Task.Delay(wait, time, stopping);
            Take(writes, count);
        }
        _lastCommit = time.GetTimestamp();
        return writes;
    }

    private int Take(List<SpoolWrite> writes, int count)
    {
        while (count < MostPerCommit && _queue.Reader.TryRead(out var write))
        {
            writes.Add(write);
            count += write.Samples.Count;
        }
        return count;
    }

    private async Task<bool> TryCommitAsync(List<SpoolWrite> writes, CancellationToken stopping)
    {
        IReadOnlyList<long> positions;
        try
        {
            await using var connection = await source.OpenConnectionAsync(stopping);
            positions = await new SampleTransaction(_partitions, time).StoreAsync(connection, writes, stopping);
        }
        catch (Exception error) when (error is not OperationCanceledException || !stopping.IsCancellationRequested)
        {
            _partitions.Forget();
            status.Failed(StoreErrors.Describe(error));
            log.StoreLost(StoreErrors.Describe(error));
            foreach (var write in writes)
                write.Complete(null);
            return false;
        }
        finally
        {
            if (stopping.IsCancellationRequested)
                writes.ForEach(write => write.Complete(null));
        }

        for (var i = 0; i < writes.Count; i++)
            writes[i].Complete(positions[i]);
        return true;
    }

    private async Task WaitForStoreAsync(CancellationToken stopping)
    {
        var lost = time.GetTimestamp();
        while (true)
        {
            AnswerAway();
            await Task.Delay(BetweenProbes, time, stopping);
            try
            {
                await using var connection = await source.OpenConnectionAsync(stopping);
                await _partitions.PrepareAsync(connection, time.GetUtcNow(), stopping);
                break;
            }
            catch (Exception error) when (error is not OperationCanceledException || !stopping.IsCancellationRequested)
            {
                status.Failed(StoreErrors.Describe(error));
            }
        }
        status.Healed();
        log.StoreBack(time.GetElapsedTime(lost));
    }

    private void AnswerAway()
    {
        while (_queue.Reader.TryRead(out var write))
            write.Complete(null);
    }
}
