using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>How a transaction ended.</summary>
internal enum TransactionOutcome
{
    Committed,
    RolledBack,

    /// <summary>The server or the connection broke it off, and nothing of it stayed.</summary>
    Failed,
}

/// <summary>One producer's connection. Made again when it broke; a commit whose answer got lost is asked for afterwards.</summary>
internal interface IProducerConnection : IAsyncDisposable
{
    /// <summary>Runs one transaction.</summary>
    /// <param name="work">Writes the rows; returns whether to commit.</param>
    /// <param name="cancellation">Gives up, whatever the state.</param>
    Task<TransactionOutcome> RunAsync(Func<IProducerTransaction, Task<bool>> work, CancellationToken cancellation);
}

/// <summary>Writes rows into buffers, within one transaction.</summary>
internal interface IProducerTransaction
{
    /// <summary>In bulk.</summary>
    Task CopyAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation);

    /// <summary>One INSERT per row, sent together.</summary>
    Task InsertAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation);
}
