using Npgsql;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>A connection of its own in an open transaction; rolled back unless committed.</summary>
internal sealed class Session : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;

    private Session(NpgsqlConnection connection) => _connection = connection;

    public NpgsqlConnection Connection => _connection;

    public int Pid => _connection.ProcessID;

    public static async Task<Session> OpenAsync(string connectionString, CancellationToken cancellation)
    {
        var connection = new NpgsqlConnection(connectionString + ";Pooling=false;Include Error Detail=true");
        await connection.OpenAsync(cancellation);
        return new Session(connection);
    }

    public static async Task<Session> BeginAsync(string connectionString, CancellationToken cancellation, string begin = "BEGIN")
    {
        var session = await OpenAsync(connectionString, cancellation);
        await session.RunAsync(begin);
        return session;
    }

    public async Task RunAsync(string sql)
    {
        await using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 60 };
        await command.ExecuteNonQueryAsync(Bed.Cancellation);
    }

    public async Task<T?> AskAsync<T>(string sql)
    {
        await using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 60 };
        return await command.ExecuteScalarAsync(Bed.Cancellation) is T value ? value : default;
    }

    public Task CommitAsync() => RunAsync("COMMIT");

    public ValueTask DisposeAsync() => _connection.DisposeAsync();
}
