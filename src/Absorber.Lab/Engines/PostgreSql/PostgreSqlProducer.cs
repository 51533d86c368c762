using System.Globalization;
using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;
using Npgsql;

namespace Absorber.Lab.Engines.PostgreSql;

/// <summary>One producer's connection to PostgreSQL.</summary>
internal sealed class PostgreSqlProducer(
    string connectionString, IReadOnlyDictionary<TargetShape, PostgreSqlWriter> writers, TimeProvider clock) : IProducerConnection
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(500);

    private NpgsqlConnection? _connection;

    public async Task<TransactionOutcome> RunAsync(Func<IProducerTransaction, Task<bool>> work, CancellationToken cancellation)
    {
        var connection = await OpenAsync(cancellation);
        string? id = null;
        var isCommitting = false;
        try
        {
            await using var transaction = await connection.BeginTransactionAsync(cancellation);
            id = await ReadIdAsync(connection, cancellation);
            if (!await work(new Transaction(connection, writers)))
            {
                await transaction.RollbackAsync(cancellation);
                return TransactionOutcome.RolledBack;
            }

            isCommitting = true;
            await transaction.CommitAsync(cancellation);
            return TransactionOutcome.Committed;
        }
        catch (NpgsqlException e) when (e.IsTransient || connection.FullState is not System.Data.ConnectionState.Open)
        {
            await CloseAsync();
            return isCommitting && id is not null && await WasCommittedAsync(id, cancellation)
                ? TransactionOutcome.Committed
                : TransactionOutcome.Failed;
        }
    }

    public ValueTask DisposeAsync() => CloseAsync();

    private async Task<NpgsqlConnection> OpenAsync(CancellationToken cancellation)
    {
        while (true)
        {
            if (_connection is { FullState: System.Data.ConnectionState.Open })
                return _connection;

            await CloseAsync();
            _connection = new NpgsqlConnection(connectionString);
            try
            {
                await _connection.OpenAsync(cancellation);
            }
            catch (NpgsqlException e) when (e.IsTransient)
            {
                await Task.Delay(RetryAfter, clock, cancellation);
            }
        }
    }

    private async ValueTask CloseAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private static async Task<string> ReadIdAsync(NpgsqlConnection connection, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand("SELECT pg_current_xact_id()::text", connection);
        return (string)(await command.ExecuteScalarAsync(cancellation))!;
    }

    private async Task<bool> WasCommittedAsync(string id, CancellationToken cancellation)
    {
        while (true)
        {
            var connection = await OpenAsync(cancellation);
            await using var command = new NpgsqlCommand("SELECT pg_xact_status($1::xid8)", connection);
            command.Parameters.Add(new() { Value = id.ToString(CultureInfo.InvariantCulture) });
            if (await command.ExecuteScalarAsync(cancellation) as string is not "in progress" and var status)
                return status == "committed";

            await Task.Delay(RetryAfter, clock, cancellation);
        }
    }

    private sealed class Transaction(NpgsqlConnection connection, IReadOnlyDictionary<TargetShape, PostgreSqlWriter> writers) : IProducerTransaction
    {
        public Task CopyAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation) =>
            writers[shape].CopyAsync(connection, rows, cancellation);

        public Task InsertAsync(TargetShape shape, IEnumerable<object?[]> rows, CancellationToken cancellation) =>
            writers[shape].InsertAsync(connection, rows, cancellation);
    }
}
