using Absorber.Engine.Absorbers;

namespace Absorber.Bench.Tables;

/// <summary>
/// The target of the benches with its absorber, on one of the engines: a composite key, text, a timestamp, a numeric. Row i has key
/// (i / 1000, i % 1000).
/// </summary>
internal interface IBenchTable
{
    AbsorberInfo Absorber { get; }

    /// <summary>Makes the rows of a run, kept in their order so that every contender gets the same.</summary>
    Task CreateWorkAsync(long rows, CancellationToken cancellation, Workload? workload = null);

    /// <summary>The rows of the run, in their order.</summary>
    Task<List<WorkRow>> ReadWorkAsync(long rows, CancellationToken cancellation);

    /// <summary>Fills the target with the older rows that the workload meets there.</summary>
    Task ResetTargetAsync(CancellationToken cancellation);

    /// <summary>Fills the target with rows 1 to so many.</summary>
    Task FillTargetAsync(long rows, CancellationToken cancellation);

    /// <summary>Puts the rows of the run into the buffer, in their order.</summary>
    Task FillBufferAsync(CancellationToken cancellation);

    /// <summary>Puts some rows of the target into the buffer, in the order of their keys.</summary>
    Task FillBufferAsync(long first, long last, CancellationToken cancellation);

    Task SetBatchSizeAsync(long batchSize, CancellationToken cancellation);

    /// <summary>Lets the server write down what it owes its disk, so that it happens outside a measurement.</summary>
    Task SettleAsync(CancellationToken cancellation);

    /// <summary>Merges the whole buffer without purging it: the least that absorbing can cost.</summary>
    Task MergeAtOnceAsync(CancellationToken cancellation);

    /// <summary>Fails where the target lacks a key of the work, or holds another row than the key's last.</summary>
    Task VerifyAsync(CancellationToken cancellation);

    /// <summary>A connection that upserts into the target, row by row.</summary>
    Task<IUpserter> OpenUpserterAsync(CancellationToken cancellation);

    /// <summary>A connection that writes into the buffer in bulk.</summary>
    Task<IBulkProducer> OpenProducerAsync(CancellationToken cancellation);

    /// <summary>Holds a snapshot of the database until disposed, as a long report would.</summary>
    Task<IAsyncDisposable> HoldSnapshotAsync(CancellationToken cancellation);
}

internal interface IUpserter : IAsyncDisposable
{
    Task UpsertAsync(WorkRow row, CancellationToken cancellation);
}

internal interface IBulkProducer : IAsyncDisposable
{
    /// <summary>Rows of one copy.</summary>
    const int Rows = 5_000;

    /// <summary>How many copies differ.</summary>
    const int Chunks = 50;

    /// <summary>Copies one of the chunks, made before, so that the producer's own work is as small as it can be.</summary>
    Task CopyAsync(int chunk, CancellationToken cancellation);
}

internal sealed record WorkRow(int A, int B, string D, DateTime E, decimal N);
