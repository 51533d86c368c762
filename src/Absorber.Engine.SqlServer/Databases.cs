using System.Collections.Concurrent;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer;

/// <summary>The databases of one server, each with the driver's pool.</summary>
internal sealed class Databases
{
    private const int LongestApplicationName = 128;

    /// <summary>How long to wait before each further try to open a connection when the failure is one that passes.</summary>
    private static readonly TimeSpan[] Waits = [TimeSpan.FromMilliseconds(250), TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3)];

    private readonly SqlConnectionStringBuilder _settings;
    private readonly TimeProvider _time;
    private readonly ConcurrentDictionary<string, string> _pooled = new(StringComparer.Ordinal);

    public Databases(string connectionString, TimeProvider time)
    {
        _time = time;
        _settings = SqlServerConnectionString.Parse(connectionString);
    }

    /// <summary>The server's name as people know it.</summary>
    public string Server => SqlServerConnectionString.ShowServer(_settings);

    /// <summary>
    /// Runs work on a pooled connection; on one to the connection string's own database where none is named. The connection goes
    /// back without an open transaction, however the work ended; after a failure it is not used again, for it may hold locks.
    /// </summary>
    public async Task<T> UseAsync<T>(string? database, Func<SqlConnection, Task<T>> work, CancellationToken cancellation)
    {
        await using var connection = await OpenPooledAsync(database, cancellation);
        try
        {
            return await work(connection);
        }
        catch (Exception e)
        {
            await OpenTransactions.EndAsync(connection);
            SqlConnection.ClearPool(connection);
            cancellation.ThrowIfCancellationRequested();
            if (ErrorTranslator.IsDrivers(e))
                throw ErrorTranslator.Translate(e);
            throw;
        }
    }

    /// <summary>Opens a connection outside any pool, for one loop: its death is the end of the session's lock.</summary>
    public Task<SqlConnection> OpenLoopAsync(string database, string loop, CancellationToken cancellation)
    {
        var name = $"absorber loop {loop}";
        var settings = new SqlConnectionStringBuilder(_settings.ConnectionString)
        {
            InitialCatalog = database,
            Pooling = false,
            ApplicationName = name[..Math.Min(name.Length, LongestApplicationName)],
            ConnectRetryCount = 0, // a session that the driver made anew in silence would not hold the lock
            MultipleActiveResultSets = false,
        };
        return OpenAsync(settings.ConnectionString, database, cancellation);
    }

    /// <summary>Closes what lies in the pools.</summary>
    public void Clear()
    {
        foreach (var connectionString in _pooled.Values)
        {
            using var connection = new SqlConnection(connectionString);
            SqlConnection.ClearPool(connection);
        }
    }

    private Task<SqlConnection> OpenPooledAsync(string? database, CancellationToken cancellation)
    {
        var connectionString = _pooled.GetOrAdd(database ?? "", static (name, settings) =>
        {
            var pooled = new SqlConnectionStringBuilder(settings.ConnectionString)
            {
                MaxPoolSize = 8,
                PoolBlockingPeriod = PoolBlockingPeriod.NeverBlock, // else the pool repeats a failure for seconds after the server is back
            };
            if (name.Length > 0)
                pooled.InitialCatalog = name;
            return pooled.ConnectionString;
        }, _settings);
        return OpenAsync(connectionString, database, cancellation);
    }

    private async Task<SqlConnection> OpenAsync(string connectionString, string? database, CancellationToken cancellation)
    {
        for (var attempt = 0; ; attempt++)
        {
            var connection = new SqlConnection(connectionString);
            try
            {
                await connection.OpenAsync(cancellation);
                return connection;
            }
            catch (Exception e)
            {
                await connection.DisposeAsync();
                cancellation.ThrowIfCancellationRequested();
                if (e is not PlatformNotSupportedException && !ErrorTranslator.IsDrivers(e))
                    throw;

                var failure = e is SqlException { Number: UnopenedDatabase.Number } && database is not null
                    ? await UnopenedDatabase.ExplainAsync(_settings, database, ErrorTranslator.Translate(e), cancellation)
                    : ErrorTranslator.Translate(e);
                if (attempt == Waits.Length || failure.Kind is EngineErrorKind.BadRequest or EngineErrorKind.Forbidden || e is not SqlException { Number: var number } || !ServerErrors.IsPassing(number))
                    throw failure;
            }

            await Task.Delay(Waits[attempt], _time, cancellation);
        }
    }
}
