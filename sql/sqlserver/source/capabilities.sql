-- What this server and database can do. Tried rather than concluded from a version, since not every server that speaks T-SQL is
-- SQL Server, and some accept what they then ignore.
DROP PROCEDURE IF EXISTS ShockAbsorber.Capabilities;
GO
CREATE PROCEDURE ShockAbsorber.Capabilities
    @Has_merge           bit           OUTPUT,
    @Has_waitfor         bit           OUTPUT,
    @Has_lock_escalation bit           OUTPUT, -- whether it can be turned off
    @Index_options       nvarchar(200) OUTPUT, -- of a disk buffer's index
    @Memory_obstacles    nvarchar(4000) OUTPUT  -- '' if buffers can be memory-optimized
AS
BEGIN
    SET NOCOUNT ON;
    SELECT @Has_merge = 0, @Has_waitfor = 0, @Has_lock_escalation = 0, @Index_options = N'', @Memory_obstacles = N'';

    -- Babelfish ends a batch that uses what it lacks, whatever TRY says, and accepts options that it ignores. So it isn't tried there.
    IF SERVERPROPERTY('Babelfish') IS NULL
    BEGIN
        BEGIN TRY
            EXECUTE sp_executesql N'DECLARE @probe TABLE (a int NOT NULL);
MERGE INTO @probe AS t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN NOT MATCHED THEN INSERT (a) VALUES (s.a);';
            SET @Has_merge = 1;
        END TRY
        BEGIN CATCH
            SET @Has_merge = 0;
        END CATCH;
        BEGIN TRY
            EXECUTE sp_executesql N'WAITFOR DELAY ''00:00:00'';';
            SET @Has_waitfor = 1;
        END TRY
        BEGIN CATCH
            SET @Has_waitfor = 0;
        END CATCH;
        BEGIN TRY
            EXECUTE sp_executesql N'CREATE TABLE #absorber_probe (a int NOT NULL PRIMARY KEY CLUSTERED WITH (ALLOW_PAGE_LOCKS = OFF));
ALTER TABLE #absorber_probe SET (LOCK_ESCALATION = DISABLE);';
            SELECT @Index_options = N' WITH (ALLOW_PAGE_LOCKS = OFF)', @Has_lock_escalation = 1;
            EXECUTE sp_executesql N'CREATE TABLE #absorber_probe (
    a int NOT NULL PRIMARY KEY CLUSTERED WITH (ALLOW_PAGE_LOCKS = OFF, OPTIMIZE_FOR_SEQUENTIAL_KEY = ON));';
            SET @Index_options = N' WITH (ALLOW_PAGE_LOCKS = OFF, OPTIMIZE_FOR_SEQUENTIAL_KEY = ON)';
        END TRY
        BEGIN CATCH
            SET @Index_options = @Index_options; -- the option that failed is left out
        END CATCH;
    END;

    DECLARE @is_azure bit = CASE WHEN CONVERT(int, SERVERPROPERTY('EngineEdition')) IN (5, 8) THEN 1 ELSE 0 END, @database nvarchar(300) = QUOTENAME(DB_NAME());
    IF ISNULL(CONVERT(int, SERVERPROPERTY('IsXTPSupported')), 0) <> 1 OR ISNULL(CONVERT(int, DATABASEPROPERTYEX(DB_NAME(), 'IsXTPSupported')), 1) <> 1
    BEGIN
        SET @Memory_obstacles = CASE @is_azure
            WHEN 1 THEN N'This service tier has no In-Memory OLTP: move the database to Business Critical or Premium.'
            ELSE N'This server has no In-Memory OLTP: it needs SQL Server 2016 SP1 or later, 64 bit.' END + NCHAR(10);
        RETURN;
    END;
    IF EXISTS (SELECT 1 FROM sys.databases AS d WHERE d.name = DB_NAME() AND d.compatibility_level < 130)
        SET @Memory_obstacles += N'The compatibility level is below 130: ALTER DATABASE ' + @database + N' SET COMPATIBILITY_LEVEL = 130;' + NCHAR(10);
    IF @is_azure = 0 AND NOT EXISTS (
        SELECT 1 FROM sys.filegroups AS g INNER JOIN sys.database_files AS f ON f.data_space_id = g.data_space_id WHERE g.type = 'FX')
        SET @Memory_obstacles += N'The database has no filegroup for memory-optimized data: ALTER DATABASE ' + @database
            + N' ADD FILEGROUP ShockAbsorber_memory CONTAINS MEMORY_OPTIMIZED_DATA; ALTER DATABASE ' + @database
            + N' ADD FILE (NAME = N''ShockAbsorber_memory'', FILENAME = N''' + ISNULL(REPLACE(CONVERT(nvarchar(400), SERVERPROPERTY('InstanceDefaultDataPath')), N'''', N''''''), N'/…/')
            + REPLACE(DB_NAME(), N'''', N'''''') + N'_memory'') TO FILEGROUP ShockAbsorber_memory;' + NCHAR(10);
    -- Read by dynamic SQL, since not every server has the column.
    DECLARE @elevates bit = 0;
    BEGIN TRY
        EXECUTE sp_executesql N'SELECT @elevates = d.is_memory_optimized_elevate_to_snapshot_on FROM sys.databases AS d WHERE d.name = DB_NAME();',
            N'@elevates bit OUTPUT', @elevates = @elevates OUTPUT;
    END TRY
    BEGIN CATCH
        SET @elevates = 0;
    END CATCH;
    IF ISNULL(@elevates, 0) = 0
        SET @Memory_obstacles += N'Memory-optimized tables aren''t read by snapshot within transactions: ALTER DATABASE ' + @database
            + N' SET MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT = ON;' + NCHAR(10);
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Requirements;
GO
-- What is there and what is missing, for people, with the statement that would help.
CREATE PROCEDURE ShockAbsorber.Requirements
AS
BEGIN
    DECLARE @merge bit, @waitfor bit, @escalation bit, @options nvarchar(200), @obstacles nvarchar(4000);
    EXECUTE ShockAbsorber.Capabilities @Has_merge = @merge OUTPUT, @Has_waitfor = @waitfor OUTPUT, @Has_lock_escalation = @escalation OUTPUT,
        @Index_options = @options OUTPUT, @Memory_obstacles = @obstacles OUTPUT;

    SELECT r.Capability, r.Is_there, r.Remedy
    FROM (
        SELECT 1 AS Position, N'Memory-optimized buffers' AS Capability, CASE WHEN @obstacles = N'' THEN N'yes' ELSE N'no: buffers will be disk tables' END AS Is_there, @obstacles AS Remedy
        UNION ALL
        SELECT 2, N'MERGE', CASE @merge WHEN 1 THEN N'yes' ELSE N'no: batches will update, then insert' END, N''
        UNION ALL
        SELECT 3, N'WAITFOR', CASE @waitfor WHEN 1 THEN N'yes' ELSE N'no: there will be no SYNC_ procedures; an agent calls BATCH_ instead' END, N''
        UNION ALL
        SELECT 4, N'Disk buffers without a convoy for the last page',
            CASE WHEN CHARINDEX(N'OPTIMIZE_FOR_SEQUENTIAL_KEY', @options) > 0 THEN N'yes' ELSE N'no: SQL Server 2019 and later have OPTIMIZE_FOR_SEQUENTIAL_KEY' END, N''
        UNION ALL
        SELECT 5, N'Asynchronous statistics',
            CASE WHEN EXISTS (SELECT 1 FROM sys.databases AS d WHERE d.name = DB_NAME() AND d.is_auto_update_stats_async_on = 1) THEN N'yes'
                ELSE N'no: a batch may wait for statistics of the target, a minute and more' END,
            CASE WHEN EXISTS (SELECT 1 FROM sys.databases AS d WHERE d.name = DB_NAME() AND d.is_auto_update_stats_async_on = 1) THEN N''
                ELSE N'ALTER DATABASE ' + QUOTENAME(DB_NAME()) + N' SET AUTO_UPDATE_STATISTICS_ASYNC ON;' END) AS r
    WHERE r.Position < 4 OR SERVERPROPERTY('Babelfish') IS NULL
    ORDER BY r.Position;
END;
