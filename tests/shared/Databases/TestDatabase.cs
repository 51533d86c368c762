using Absorber.EmbeddedPostgres;
using Npgsql;

namespace Absorber.Testing.Databases;

/// <summary>An empty database of one test or test class, dropped when disposed; on a test's private server it goes with the server.</summary>
public sealed class TestDatabase : IAsyncDisposable
{
    private readonly EmbeddedServer _server;
    private readonly bool _drops;

    internal TestDatabase(EmbeddedServer server, string name, bool drops)
    {
        _server = server;
        _drops = drops;
        Name = name;
        Source = NpgsqlDataSource.Create(ConnectionString);
    }

    public string Name { get; }

    /// <summary>For the superuser.</summary>
    public string ConnectionString => _server.ConnectionString(Name);

    /// <summary>The server's own maintenance database.</summary>
    public string ServerConnectionString => _server.ConnectionString("postgres");

    /// <summary>Pooled connections to this database.</summary>
    public NpgsqlDataSource Source { get; }

    public async Task ExecuteAsync(string sql, CancellationToken cancellation = default)
    {
        await using var command = Source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync(cancellation);
    }

    /// <summary>The first column of the first row; default where it is null or there is no row.</summary>
    public async Task<T?> QueryAsync<T>(string sql, CancellationToken cancellation = default)
    {
        await using var command = Source.CreateCommand(sql);
        return await command.ExecuteScalarAsync(cancellation) is T value ? value : default;
    }

    public async ValueTask DisposeAsync()
    {
        await Source.DisposeAsync();
        if (!_drops)
            return;

        await using var connection = new NpgsqlConnection(ServerConnectionString + ";Pooling=false");
        await connection.OpenAsync();
        await using var drop = new NpgsqlCommand($"DROP DATABASE IF EXISTS \"{Name}\" WITH (FORCE)", connection);
        await drop.ExecuteNonQueryAsync();
    }
}
