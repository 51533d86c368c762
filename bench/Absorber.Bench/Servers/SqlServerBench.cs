using System.Globalization;
using Absorber.Bench.Tables;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.SqlServer;
using Microsoft.Data.SqlClient;

namespace Absorber.Bench.Servers;

/// <summary>A SQL Server of yours: each table gets a database of its own, which is dropped in the end.</summary>
internal sealed class SqlServerBench(string connectionString) : IBenchServer
{
    private readonly List<string> _databases = [];

    private readonly SqlServerEngine _engine = new(connectionString);

    public IDatabaseEngine Engine => _engine;

    public int? Process => null;

    public string Setting => "the server as it is set up; buffers as the server can";

    public async Task<IBenchTable> CreateTableAsync(AbsorberSettings settings, CancellationToken cancellation)
    {
        var database = string.Create(CultureInfo.InvariantCulture, $"absorber_bench_{_databases.Count}_{Guid.NewGuid().ToString("N")[..8]}");
        await ExecuteAsync($"CREATE DATABASE {SqlServerName.Quote(database)}", cancellation);
        _databases.Add(database);
        var table = new SqlServerTable(_engine, new SqlConnectionStringBuilder(connectionString) { InitialCatalog = database }.ConnectionString, database);
        await table.CreateAsync(settings, cancellation);
        return table;
    }

    public async ValueTask DisposeAsync()
    {
        await _engine.DisposeAsync();
        SqlConnection.ClearAllPools();
        foreach (var database in _databases) await ExecuteAsync($"DROP DATABASE {SqlServerName.Quote(database)}", CancellationToken.None);
    }

    private async Task ExecuteAsync(string sql, CancellationToken cancellation)
    {
        await using var connection = new SqlConnection(connectionString);
        await connection.OpenAsync(cancellation);
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 120 };
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
