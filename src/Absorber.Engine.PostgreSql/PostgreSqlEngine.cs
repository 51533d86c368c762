using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql.Buffers;
using Absorber.Engine.PostgreSql.Catalog;
using Absorber.Engine.PostgreSql.Errors;
using Absorber.Engine.PostgreSql.Sync;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Absorber.Engine.PostgreSql;

/// <summary>A PostgreSQL server, 15 or later. Opens any database of it by name.</summary>
public sealed class PostgreSqlEngine : IDatabaseEngine
{
    private readonly Databases _databases;
    private readonly TimeProvider _time;

    /// <param name="connectionString">An Npgsql connection string. Its database is the one to look at the server from; the default is <c>postgres</c>.</param>
    /// <param name="loggers">Where the driver logs to; null for nowhere.</param>
    /// <param name="time">The clock by which reclaiming is paced; null for the system's.</param>
    /// <exception cref="EngineException">The connection string cannot be read.</exception>
    public PostgreSqlEngine(string connectionString, ILoggerFactory? loggers = null, TimeProvider? time = null)
    {
        _databases = new Databases(connectionString, loggers);
        _time = time ?? TimeProvider.System;
        Catalog = new PostgreSqlCatalog(_databases);
        Absorbers = new PostgreSqlAbsorbers(_databases);
    }

    public ICatalog Catalog { get; }

    public IAbsorbers Absorbers { get; }

    public Task<ServerInfo> ReadServerAsync(CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            await using var connection = await _databases.OpenAsync(database: null, cancellation);
            await using var command = new NpgsqlCommand("SHOW server_version", connection);
            var version = (string)(await command.ExecuteScalarAsync(cancellation))!;
            if (connection.PostgreSqlVersion.Major < 15)
            {
                throw new EngineException(
                    EngineErrorKind.BadRequest,
                    $"PostgreSQL {version} on {_databases.Server} is too old. Shock absorbers need PostgreSQL 15 or later.");
            }

            return new ServerInfo(_databases.Server, $"PostgreSQL {version.Split(' ')[0]}");
        });

    public Task<IReadOnlyList<Capability>> ReadCapabilitiesAsync(string? database, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<IReadOnlyList<Capability>>(async () =>
        {
            await using var connection = await _databases.OpenAsync(database, cancellation);
            return
            [
                new("Version", connection.ServerVersion, null),
                new("Buffers that survive a crash", "yes", "Logged tables; --persisted false makes unlogged ones."),
                new("MAXDOP", "no", OtherEnginesSettings.MaxDop),
                new("Hash buckets", "no", OtherEnginesSettings.HashBuckets),
                new("Buffers in memory", "no", OtherEnginesSettings.Buffer),
            ];
        });

    public Task<ILoopSession> OpenLoopAsync(AbsorberName name, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<ILoopSession>(() => PostgreSqlLoopSession.OpenAsync(_databases, name, _time, cancellation));

    public ValueTask DisposeAsync() => _databases.DisposeAsync();
}
