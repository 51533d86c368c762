using System.Globalization;
using Npgsql;

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
internal sealed class ProducerConnection(string connectionString, TimeProvider clock) : IAsyncDisposable
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(500);

    private NpgsqlConnection? _connection;

    /// <summary>Runs one transaction.</summary>
    /// <param name="work">Writes the rows; returns whether to commit.</param>
    /// <param name="cancellation">Gives up, whatever the state.</param>
    public async Task<TransactionOutcome> RunAsync(Func<NpgsqlConnection, Task<bool>> work, CancellationToken cancellation)
    {
        var connection = await OpenAsync(cancellation);
        string? id = null;
        var isCommitting = false;
        try
        {
            await using var transaction = await connection.BeginTransactionAsync(cancellation);
            id = await ReadIdAsync(connection, cancellation);
            if (!await work(connection))
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
}
