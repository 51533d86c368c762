using System.Data;
using System.Data.Common;

namespace Absorber.IntegrationTests.Engines;

/// <summary>A connection of its own, perhaps in an open transaction; that is rolled back unless committed.</summary>
internal sealed class Session : IAsyncDisposable
{
    private readonly DbConnection _connection;
    private DbTransaction? _transaction;

    private Session(DbConnection connection) => _connection = connection;

    public static async Task<Session> OpenAsync(DbConnection connection)
    {
        await connection.OpenAsync(Bed.Cancellation);
        return new Session(connection);
    }

    public static async Task<Session> BeginAsync(DbConnection connection, IsolationLevel isolation)
    {
        var session = await OpenAsync(connection);
        session._transaction = await connection.BeginTransactionAsync(isolation, Bed.Cancellation);
        return session;
    }

    public async Task RunAsync(string sql)
    {
        await using var command = Command(sql);
        await command.ExecuteNonQueryAsync(Bed.Cancellation);
    }

    public async Task<T?> AskAsync<T>(string sql)
    {
        await using var command = Command(sql);
        return Value.As<T>(await command.ExecuteScalarAsync(Bed.Cancellation));
    }

    public Task CommitAsync() => _transaction!.CommitAsync(Bed.Cancellation);

    public Task RollbackAsync() => _transaction!.RollbackAsync(Bed.Cancellation);

    public async ValueTask DisposeAsync()
    {
        if (_transaction is not null)
            await _transaction.DisposeAsync();
        await _connection.DisposeAsync();
    }

    private DbCommand Command(string sql)
    {
        var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.CommandTimeout = 60;
        command.Transaction = _transaction;
        return command;
    }
}
