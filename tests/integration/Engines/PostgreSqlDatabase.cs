using System.Data.Common;
using System.Globalization;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.PostgreSql;
using Absorber.Testing.Databases;
using Npgsql;
using NpgsqlTypes;

namespace Absorber.IntegrationTests.Engines;

internal sealed class PostgreSqlDatabase(TestDatabase database) : ITestDatabase
{
    /// <summary>For what is true of PostgreSQL only.</summary>
    public TestDatabase Database => database;

    public string Name => database.Name;

    public DbDataSource Source => database.Source;

    public string ForeignKeyCode => PostgresErrorCodes.ForeignKeyViolation;

    public string Batches => "absorber.batch";

    public string Objects => """
        SELECT x FROM (
            SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspname <> 'sales'
            UNION ALL SELECT n.nspname || '.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
            UNION ALL SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_') o (x)
        ORDER BY x
        """;

    public string SessionId => "SELECT pg_backend_pid()";

    public string WaitingLoops =>
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'absorber loop%' AND wait_event_type = 'Lock'";

    public IDatabaseEngine CreateEngine() => new PostgreSqlEngine(database.ServerConnectionString);

    public DbConnection CreateConnection() => new NpgsqlConnection(database.ConnectionString + ";Pooling=false;Include Error Detail=true");

    public string Identity(string column) => $"{column} int GENERATED ALWAYS AS IDENTITY";

    public string Computed(string column, string expression) => $"{column} int GENERATED ALWAYS AS ({expression}) STORED";

    public string Pending(AbsorberInfo absorber) => absorber.Buffer + "$pending";

    public string Kill(int session) => string.Create(CultureInfo.InvariantCulture, $"SELECT pg_terminate_backend({session})");

    public bool IsKilled(DbException e) => e.SqlState is null or PostgresErrorCodes.AdminShutdown;

    public async Task CopyAsync(DbTransaction transaction, string buffer, IReadOnlyList<(int Key, long Value)> rows, CancellationToken cancellation)
    {
        var connection = (NpgsqlConnection)transaction.Connection!;
        await using var copy = await connection.BeginBinaryImportAsync($"COPY {buffer} (key, value) FROM STDIN (FORMAT BINARY)", cancellation);
        foreach (var (key, value) in rows)
        {
            await copy.StartRowAsync(cancellation);
            await copy.WriteAsync(key, NpgsqlDbType.Integer, cancellation);
            await copy.WriteAsync(value, NpgsqlDbType.Bigint, cancellation);
        }

        await copy.CompleteAsync(cancellation);
    }

    public async Task<bool> StepAsync(Session session, AbsorberInfo absorber, long mostRows, Random random)
    {
        try
        {
            if (random.Next(4) == 0)
            {
                await session.AskAsync<bool>(string.Create(CultureInfo.InvariantCulture, $"SELECT absorber.reclaim({absorber.Id}, 20, '0')"));
                return false;
            }

            return await session.AskAsync<long>(string.Create(
                CultureInfo.InvariantCulture, $"SELECT b.picked FROM absorber.batch_{absorber.Id}({mostRows}) b")) > 0;
        }
        catch (PostgresException e) when (e.SqlState == "AB409")
        {
            return false; // the other one holds the lock
        }
    }

    public ValueTask DisposeAsync() => database.DisposeAsync();
}
