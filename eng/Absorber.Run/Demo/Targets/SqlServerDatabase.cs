using Absorber.Engine.SqlServer;

namespace Absorber.Run.Demo.Targets;

/// <summary>Statements that make and drop a database of our own, for buffers in memory where the server has them.</summary>
internal static class SqlServerDatabase
{
    /// <summary>To be run one by one. Safe to run again.</summary>
    public static IEnumerable<string> Create(string database)
    {
        var (name, literal) = (SqlServerName.Quote(database), database.Replace("'", "''", StringComparison.Ordinal));
        yield return $"IF DB_ID(N'{literal}') IS NULL EXECUTE (N'CREATE DATABASE {name.Replace("'", "''", StringComparison.Ordinal)}')";

        // A database on a server of one's own needs a filegroup for memory-optimized tables; Azure's have what it takes.
        yield return $"""
            IF CAST(SERVERPROPERTY('IsXTPSupported') AS int) = 1 AND CAST(SERVERPROPERTY('EngineEdition') AS int) NOT IN (5, 8)
            BEGIN
                IF NOT EXISTS (SELECT 1 FROM {name}.sys.filegroups WHERE type = 'FX')
                BEGIN
                    DECLARE @add nvarchar(max) = N'ALTER DATABASE {name} ADD FILE (NAME = N''absorber_memory'', FILENAME = N'''
                        + CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(400)) + N'{literal}_memory'') TO FILEGROUP absorber_memory';
                    EXECUTE (N'ALTER DATABASE {name} ADD FILEGROUP absorber_memory CONTAINS MEMORY_OPTIMIZED_DATA');
                    EXECUTE (@add);
                END;
                EXECUTE (N'ALTER DATABASE {name} SET MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT = ON');
                EXECUTE (N'ALTER DATABASE {name} SET AUTO_UPDATE_STATISTICS_ASYNC ON');
            END
            """;
    }

    public static string Drop(string database) =>
        $"IF DB_ID(N'{database.Replace("'", "''", StringComparison.Ordinal)}') IS NOT NULL DROP DATABASE {SqlServerName.Quote(database)}";
}
