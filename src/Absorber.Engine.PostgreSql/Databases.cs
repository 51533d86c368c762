using System.Collections.Concurrent;
using Absorber.Engine.Errors;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Absorber.Engine.PostgreSql;

/// <summary>The databases of one server, each with its own pool.</summary>
internal sealed class Databases : IAsyncDisposable
{
    private readonly NpgsqlConnectionStringBuilder _settings;
    private readonly ILoggerFactory? _loggers;
    private readonly ConcurrentDictionary<string, Lazy<NpgsqlDataSource>> _pools = new(StringComparer.Ordinal);

    public Databases(string connectionString, ILoggerFactory? loggers)
    {
        _loggers = loggers;
        try
        {
            _settings = new NpgsqlConnectionStringBuilder(connectionString);
        }
        catch (ArgumentException e)
        {
            throw new EngineException(
                EngineErrorKind.BadRequest,
                "The connection string cannot be read. It looks like Host=db07;Port=5432;Username=absorber;Password=...", e);
        }

        if (string.IsNullOrWhiteSpace(_settings.Host))
            throw new EngineException(EngineErrorKind.BadRequest, "The connection string names no server. Add Host=..., such as Host=db07;Username=absorber.");
        _settings.Database ??= "postgres";
        _settings.ApplicationName ??= "absorber";
    }

    /// <summary>The server's name as people know it.</summary>
    public string Server => $"{_settings.Host}:{_settings.Port}";

    /// <summary>Opens a pooled connection; to the connection string's own database where none is named.</summary>
    public ValueTask<NpgsqlConnection> OpenAsync(string? database, CancellationToken cancellation)
    {
        var name = database ?? _settings.Database!;
        var pool = _pools.GetOrAdd(name, _ => new Lazy<NpgsqlDataSource>(() => Build(new(_settings.ConnectionString) { Database = name, MaxPoolSize = 8 })));
        return pool.Value.OpenConnectionAsync(cancellation);
    }

    /// <summary>Opens a connection outside any pool, for one loop: its death is the end of the session's lock.</summary>
    public async Task<NpgsqlConnection> OpenLoopAsync(string database, string loop, CancellationToken cancellation)
    {
        var settings = new NpgsqlConnectionStringBuilder(_settings.ConnectionString)
        {
            Database = database,
            Pooling = false,
            ApplicationName = $"absorber loop {loop}",
            CommandTimeout = 0, // a batch takes as long as it takes; callers cancel it
            KeepAlive = 15,
            TcpKeepAlive = true,
            MaxAutoPrepare = 8,
            AutoPrepareMinUsages = 2,
        };
        // Without a pool a data source and its connection live and die together.
        await using var source = Build(settings);
        return await source.OpenConnectionAsync(cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var pool in _pools.Values)
            await pool.Value.DisposeAsync();
    }

    private NpgsqlDataSource Build(NpgsqlConnectionStringBuilder settings)
    {
        // Every statement must see what was committed before it; some servers default to something stricter.
        settings.Options = $"{settings.Options} -c default_transaction_isolation=read\\ committed".Trim();
        return new NpgsqlDataSourceBuilder(settings.ConnectionString).UseLoggerFactory(_loggers).Build();
    }
}
