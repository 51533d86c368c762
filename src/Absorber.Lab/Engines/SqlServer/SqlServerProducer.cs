using System.Data;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer;
using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;
using Microsoft.Data.SqlClient;

namespace Absorber.Lab.Engines.SqlServer;

/// <summary>One producer's connection to SQL Server.</summary>
/// <remarks>
/// The server cannot be asked what became of a transaction, so each leaves a mark of its own. Leaving the same mark again waits for
/// whoever still holds it, and then tells: where it is there already, the transaction was committed.
/// </remarks>
internal sealed class SqlServerProducer(
    string connectionString, IReadOnlyDictionary<TargetShape, SqlServerWriter> writers, TimeProvider clock) : IProducerConnection
{
    private const int DuplicateKey = 2627;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(500);

    private SqlConnection? _connection;

    public async Task<TransactionOutcome> RunAsync(Func<IProducerTransaction, Task<bool>> work, CancellationToken cancellation)
    {
        var connection = await OpenAsync(cancellation);
        var id = Guid.CreateVersion7(clock.GetUtcNow());
        var isCommitting = false;
        try
        {
            await using var transaction = (SqlTransaction)await connection.BeginTransactionAsync(cancellation);
            await LeaveMarkAsync(connection, transaction, id, cancellation);
            if (!await work(new Transaction(connection, transaction, writers)))
            {
                await transaction.RollbackAsync(cancellation);
                return TransactionOutcome.RolledBack;
            }

            isCommitting = true;
            await transaction.CommitAsync(cancellation);
            return TransactionOutcome.Committed;
        }
        catch (Exception e) when (IsPassing(e) || connection.State is not ConnectionState.Open)
        {
            cancellation.ThrowIfCancellationRequested();
            await DisposeAsync();
            return isCommitting && await WasCommittedAsync(id, cancellation) ? TransactionOutcome.Committed : TransactionOutcome.Failed;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private static bool IsPassing(Exception e) => e is SqlException failure
        && SqlServerEngine.Translate(failure).Kind is EngineErrorKind.Unavailable or EngineErrorKind.Contention or EngineErrorKind.OutOfResources;

    private async Task<SqlConnection> OpenAsync(CancellationToken cancellation)
    {
        while (true)
        {
            if (_connection is { State: ConnectionState.Open })
                return _connection;

            await DisposeAsync();
            _connection = new SqlConnection(connectionString);
            try
            {
                await _connection.OpenAsync(cancellation);
            }
            catch (SqlException e) when (IsPassing(e))
            {
                await Task.Delay(RetryAfter, clock, cancellation);
            }
        }
    }

    private static async Task LeaveMarkAsync(SqlConnection connection, SqlTransaction? transaction, Guid id, CancellationToken cancellation)
    {
        await using var command = new SqlCommand("INSERT INTO lab.transactions (id) VALUES (@id)", connection, transaction);
        command.Parameters.Add(new SqlParameter("@id", SqlDbType.UniqueIdentifier) { Value = id });
        await command.ExecuteNonQueryAsync(cancellation);
    }

    private async Task<bool> WasCommittedAsync(Guid id, CancellationToken cancellation)
    {
        while (true)
        {
            try
            {
                await LeaveMarkAsync(await OpenAsync(cancellation), transaction: null, id, cancellation);
                return false;
            }
            catch (SqlException e) when (e.Number == DuplicateKey)
            {
                return true;
            }
            catch (SqlException e) when (IsPassing(e))
            {
                await Task.Delay(RetryAfter, clock, cancellation);
            }
        }
    }

    private sealed class Transaction(
        SqlConnection connection, SqlTransaction transaction, IReadOnlyDictionary<TargetShape, SqlServerWriter> writers) : IProducerTransaction
    {
        public Task CopyAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation) =>
            writers[shape].CopyAsync(connection, transaction, rows, cancellation);

        public Task InsertAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation) =>
            writers[shape].InsertAsync(connection, transaction, rows, cancellation);
    }
}
