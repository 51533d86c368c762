using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer.Buffers;
using Absorber.Engine.SqlServer.Catalog;
using Absorber.Engine.SqlServer.Errors;
using Absorber.Engine.SqlServer.Server;
using Absorber.Engine.SqlServer.Sync;
using Absorber.Engine.Sync;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer;

/// <summary>
/// A server of SQL Server 2016 SP1 or later, Azure SQL Database, Managed Instance, or one that speaks its language. Opens any
/// database of it by name.
/// </summary>
public sealed class SqlServerEngine : IDatabaseEngine
{
    private readonly Databases _databases;
    private readonly TimeProvider _time;

    /// <param name="connectionString">
    /// A connection string of Microsoft.Data.SqlClient. Connections are encrypted unless it says otherwise. Its database is the one to
    /// look at the server from; the default is the login's own.
    /// </param>
    /// <param name="time">The clock by which waits and batches are measured; null for the system's.</param>
    /// <exception cref="EngineException">The connection string cannot be read.</exception>
    public SqlServerEngine(string connectionString, TimeProvider? time = null)
    {
        _time = time ?? TimeProvider.System;
        _databases = new Databases(connectionString, _time);
        Catalog = new SqlServerCatalog(_databases);
        Absorbers = new SqlServerAbsorbers(_databases);
    }

    /// <summary>A failure of the driver in our words, for programs that connect by themselves.</summary>
    public static EngineException Translate(SqlException failure) => ErrorTranslator.Translate(failure);

    public ICatalog Catalog { get; }

    public IAbsorbers Absorbers { get; }

    public Task<ServerInfo> ReadServerAsync(CancellationToken cancellation) =>
        _databases.UseAsync(database: null, async connection =>
            new ServerInfo(_databases.Server, (await ServerVersion.ReadAsync(connection, cancellation)).ToString()), cancellation);

    public Task<IReadOnlyList<Capability>> ReadCapabilitiesAsync(string? database, CancellationToken cancellation) =>
        _databases.UseAsync(database, async connection =>
            (await ServerCapabilities.ReadAsync(connection, cancellation)).Describe(), cancellation);

    public Task<ILoopSession> OpenLoopAsync(AbsorberName name, CancellationToken cancellation) =>
        SqlServerLoopSession.OpenAsync(_databases, name, _time, cancellation);

    public ValueTask DisposeAsync()
    {
        _databases.Clear();
        return ValueTask.CompletedTask;
    }
}
