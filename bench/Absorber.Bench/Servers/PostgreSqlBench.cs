using Absorber.Bench.Tables;
using Absorber.Contracts;
using Absorber.EmbeddedPostgres;
using Absorber.Engine;
using Absorber.Engine.PostgreSql;
using Npgsql;

namespace Absorber.Bench.Servers;

/// <summary>A private PostgreSQL.</summary>
internal sealed class PostgreSqlBench(EmbeddedServer server, int postmaster) : IBenchServer
{
    private readonly List<NpgsqlDataSource> _sources = [];

    private readonly PostgreSqlEngine _engine = new(server.ConnectionString("postgres"));

    public IDatabaseEngine Engine => _engine;

    public int? Process => postmaster;

    public string Setting => "fsync and synchronous_commit on, no autovacuum, no checkpoint during a run";

    public static async Task<PostgreSqlBench> StartAsync(string folder, Action<string> say, CancellationToken cancellation)
    {
        // One checkpoint in the middle of a run would decide the comparison, so they happen only between runs, where we ask for them.
        var server = await EmbeddedServer.StartAsync(
            new EmbeddedServerOptions
            {
                Folder = folder,
                Durable = true,
                SharedBuffersMegabytes = 2_048,
                Settings = new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    ["max_wal_size"] = "32GB",
                    ["checkpoint_timeout"] = "1h",
                    ["autovacuum"] = "off",
                },
            },
            new Progress<string>(say),
            cancellation);
        await using var source = NpgsqlDataSource.Create(server.ConnectionString("postgres"));
        await using var command = source.CreateCommand("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int");
        return new PostgreSqlBench(server, (int)(await command.ExecuteScalarAsync(cancellation))!);
    }

    public string ConnectionString(string database) => server.ConnectionString(database);

    public async Task<IBenchTable> CreateTableAsync(AbsorberSettings settings, CancellationToken cancellation)
    {
        var database = $"bench_{_sources.Count}_{Guid.NewGuid().ToString("N")[..8]}";
        await server.CreateDatabaseAsync(database, cancellation);
        var source = NpgsqlDataSource.Create(server.ConnectionString(database));
        _sources.Add(source);
        var table = new PostgreSqlTable(_engine, source, database);
        await table.CreateAsync(settings, cancellation);
        return table;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var source in _sources) await source.DisposeAsync();
        await _engine.DisposeAsync();
        await server.DisposeAsync();
    }
}
