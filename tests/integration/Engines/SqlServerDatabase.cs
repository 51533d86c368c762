using System.Data;
using System.Data.Common;
using System.Globalization;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.SqlServer;
using Microsoft.Data.SqlClient;

namespace Absorber.IntegrationTests.Engines;

/// <summary>A database on the SQL Server, or on the server of another make that speaks its language, on which tests may create databases.</summary>
internal sealed class SqlServerDatabase : ITestDatabase
{
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(200);

    /// <summary>Not every server makes or drops two databases at a time.</summary>
    private static readonly SemaphoreSlim OneByOne = new(1, 1);

    private static int _databases;

    private readonly string _serverConnectionString;

    private SqlServerDatabase(string serverConnectionString, string name)
    {
        _serverConnectionString = serverConnectionString;
        Name = name;
        ConnectionString = new SqlConnectionStringBuilder(serverConnectionString) { InitialCatalog = name }.ConnectionString;
        Source = SqlClientFactory.Instance.CreateDataSource(ConnectionString);
    }

    public string Name { get; }

    public string ConnectionString { get; }

    public DbDataSource Source { get; }

    public string ForeignKeyCode => "547";

    public string Batches => "ShockAbsorber.Batch";

    public string Objects => """
        SELECT CONCAT(s.name, '.', o.name) AS x
        FROM sys.objects AS o
        INNER JOIN sys.schemas AS s ON s.schema_id = o.schema_id
        WHERE o.is_ms_shipped = 0 AND s.name NOT IN ('sales', 'sys', 'INFORMATION_SCHEMA') AND o.type IN ('U', 'V', 'P', 'FN', 'IF', 'TF', 'SO')
        ORDER BY x
        """;

    public string SessionId => "SELECT @@SPID";

    public string WaitingLoops => """
        SELECT DISTINCT p.spid
        FROM sys.sysprocesses AS p
        WHERE p.dbid = DB_ID() AND p.blocked <> 0 AND (p.lastwaittype LIKE 'LCK%' OR p.lastwaittype LIKE 'Lock%') AND p.program_name LIKE 'absorber loop%'
        """;

    public static async Task<SqlServerDatabase> CreateAsync(string serverConnectionString, CancellationToken cancellation)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"absorber_test_{Environment.ProcessId}_{Interlocked.Increment(ref _databases)}");
        await OneByOne.WaitAsync(cancellation);
        try
        {
            await RunAsync(serverConnectionString, $"CREATE DATABASE {name}", cancellation);
        }
        finally
        {
            OneByOne.Release();
        }

        return new SqlServerDatabase(serverConnectionString, name);
    }

    /// <summary>Lets transactions read by snapshot, where the server asks for leave to do so.</summary>
    public Task AllowSnapshotAsync(CancellationToken cancellation) =>
        RunAsync(_serverConnectionString, $"ALTER DATABASE {Name} SET ALLOW_SNAPSHOT_ISOLATION ON", cancellation);

    /// <summary>Gives memory-optimized tables their filegroup.</summary>
    public async Task AddMemoryAsync(CancellationToken cancellation)
    {
        string[] statements =
        [
            $"ALTER DATABASE {Name} ADD FILEGROUP memory CONTAINS MEMORY_OPTIMIZED_DATA",
            $"""
            DECLARE @add nvarchar(max) = N'ALTER DATABASE {Name} ADD FILE (NAME = memory, FILENAME = ''' + CONVERT(nvarchar(400), SERVERPROPERTY('InstanceDefaultDataPath')) + N'{Name}_memory'') TO FILEGROUP memory';
            EXECUTE (@add);
            """,
            $"ALTER DATABASE {Name} SET MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT = ON",
        ];
        foreach (var statement in statements)
            await RunAsync(_serverConnectionString, statement, cancellation);
    }

    public IDatabaseEngine CreateEngine() => new SqlServerEngine(_serverConnectionString);

    public DbConnection CreateConnection() =>
        new SqlConnection(new SqlConnectionStringBuilder(ConnectionString) { Pooling = false, ConnectRetryCount = 0 }.ConnectionString);

    public string Identity(string column) => $"{column} int IDENTITY(1, 1)";

    public string Computed(string column, string expression) => $"{column} AS ({expression}) PERSISTED";

    public string Pending(AbsorberInfo absorber) => absorber.Buffer;

    public string Kill(int session) => string.Create(CultureInfo.InvariantCulture, $"KILL {session}");

    /// <summary>596: killed; 0 and below, or of the highest classes: the connection is gone.</summary>
    public bool IsKilled(DbException e) => e is SqlException { Number: 596 or <= 0 } or SqlException { Class: >= 20 };

    public async Task CopyAsync(DbTransaction transaction, string buffer, IReadOnlyList<(int Key, long Value)> rows, CancellationToken cancellation)
    {
        using var table = new DataTable();
        table.Columns.Add("key", typeof(int));
        table.Columns.Add("value", typeof(long));
        foreach (var (key, value) in rows)
            table.Rows.Add(key, value);
        using var copy = new SqlBulkCopy((SqlConnection)transaction.Connection!, SqlBulkCopyOptions.Default, (SqlTransaction)transaction)
        {
            DestinationTableName = buffer,
            ColumnMappings = { { "key", "key" }, { "value", "value" } },
        };
        await copy.WriteToServerAsync(table, cancellation);
    }

    public async Task<bool> StepAsync(Session session, AbsorberInfo absorber, long mostRows, Random random)
    {
        try
        {
            return await session.AskAsync<long>(string.Create(CultureInfo.InvariantCulture, $"""
                DECLARE @locked int, @picked bigint = 0;
                EXECUTE ShockAbsorber.Take_lock @Name = N'ShockAbsorber:{absorber.Id}', @Timeout = 0, @Taken = @locked OUTPUT;
                IF @locked >= 0
                BEGIN
                    BEGIN TRY
                        EXECUTE ShockAbsorber.BATCH_{absorber.Name.Schema}_{absorber.Name.Table} @MaxRows = {mostRows}, @Quiet = 1, @Picked = @picked OUTPUT;
                    END TRY
                    BEGIN CATCH
                        EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:{absorber.Id}';
                        THROW;
                    END CATCH;
                    EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:{absorber.Id}';
                END;
                SELECT @picked;
                """)) > 0;
        }
        catch (SqlException e) when (e.Number is 1205 or 1222 or 50409 or (>= 41301 and <= 41325))
        {
            return false; // gave way to another
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Source.DisposeAsync();
        using (var pooled = new SqlConnection(ConnectionString))
            SqlConnection.ClearPool(pooled);
        await OneByOne.WaitAsync();
        try
        {
            await DropAsync();
        }
        finally
        {
            OneByOne.Release();
        }
    }

    /// <summary>Sessions that were closed take a moment to end.</summary>
    private async Task DropAsync()
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                await RunAsync(_serverConnectionString, $"DROP DATABASE IF EXISTS {Name}", CancellationToken.None);
                return;
            }
            catch (SqlException) when (attempt < 150)
            {
                await Task.Delay(Moment, TimeProvider.System);
            }
        }
    }

    private static async Task RunAsync(string connectionString, string sql, CancellationToken cancellation)
    {
        await using var connection = new SqlConnection(new SqlConnectionStringBuilder(connectionString) { Pooling = false }.ConnectionString);
        await connection.OpenAsync(cancellation);
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 60 };
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
