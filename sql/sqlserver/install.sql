-- The shock absorber framework for SQL Server: installs it into the current database, or upgrades it.
--
--     sqlcmd -S <server> -d <database> -b -I -i install.sql        (or open it in SSMS and execute)
--
-- For SQL Server 2016 SP1 and later, Azure SQL Database, Managed Instance; and for servers that speak T-SQL, as far as they can.
-- It can be run again at any time: absorbers, their rows and their settings stay. Assembled from the files in source/.
SET ANSI_NULLS ON;
SET QUOTED_IDENTIFIER ON;
GO

-- What every use of the framework needs. (In-Memory OLTP is no such thing: without it, buffers are disk tables.)
SET NOCOUNT ON;
DECLARE @version int = CONVERT(int, SERVERPROPERTY('ProductMajorVersion')), @missing nvarchar(2000) = N'';
IF SERVERPROPERTY('Babelfish') IS NULL AND CONVERT(int, SERVERPROPERTY('EngineEdition')) NOT IN (5, 8) AND ISNULL(@version, 0) < 13
    THROW 50400, N'This server is older than SQL Server 2016 (13.x). The framework needs SQL Server 2016 SP1 or later, Azure SQL Database, or Managed Instance.', 1;
IF CONVERT(int, SERVERPROPERTY('EngineEdition')) IN (6, 11)
    THROW 50400, N'This is a Synapse pool, which has no primary keys that a merge could rely on. Install the framework in an Azure SQL Database or on SQL Server.', 1;
IF DB_NAME() IN (N'master', N'tempdb', N'model', N'msdb')
    THROW 50400, N'This is a system database. Choose the database of the target tables (USE …, or sqlcmd -d …) and run install.sql again.', 1;
IF @@TRANCOUNT > 0
    THROW 50400, N'install.sql was run inside a transaction. Commit it first.', 1;

-- Not asked of Babelfish, which loses the session's user when an error follows.
IF SERVERPROPERTY('Babelfish') IS NULL
BEGIN
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE TABLE') = 0 SET @missing += N' GRANT CREATE TABLE TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE VIEW') = 0 SET @missing += N' GRANT CREATE VIEW TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE FUNCTION') = 0 SET @missing += N' GRANT CREATE FUNCTION TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE PROCEDURE') = 0 SET @missing += N' GRANT CREATE PROCEDURE TO ' + QUOTENAME(USER_NAME()) + N';';
    IF SCHEMA_ID(N'ShockAbsorber') IS NULL AND HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE SCHEMA') = 0
        SET @missing += N' GRANT CREATE SCHEMA TO ' + QUOTENAME(USER_NAME()) + N';';
END;
IF @missing <> N''
BEGIN
    SET @missing = N'Rights are missing. Let a database owner run:' + @missing;
    THROW 50403, @missing, 1;
END;
GO

-- source/tables.sql
-- The framework's tables. They are kept by an upgrade; columns of later versions are added here, one by one, if they are missing.
IF SCHEMA_ID(N'ShockAbsorber') IS NULL
    EXECUTE (N'CREATE SCHEMA ShockAbsorber');
GO

IF OBJECT_ID(N'ShockAbsorber.Version', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Version (
        Version      int          NOT NULL PRIMARY KEY,
        Installed_at datetime2(3) NOT NULL
    );
IF OBJECT_ID(N'ShockAbsorber.Absorber', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Absorber (
        Id               int            IDENTITY(1, 1) NOT NULL PRIMARY KEY,
        Target_schema    sysname        NOT NULL,
        Target_name      sysname        NOT NULL,
        Schema_name      sysname        NOT NULL, -- of the buffer and of what belongs to it
        Buffer_name      sysname        NOT NULL, -- FN_…, BATCH_… and SYNC_… bear the same name behind
        Buffer_kind      varchar(20)    NOT NULL CHECK (Buffer_kind IN ('memory', 'disk')),
        Persisted        bit            NOT NULL, -- 0: rows of a memory buffer do not outlive a restart of the server
        Interval_seconds numeric(10, 2) NOT NULL,
        Interval_rows    bigint         NULL,     -- NULL: all that are queued
        Max_errors       int            NOT NULL,
        Maxdop           int            NOT NULL,
        HashBuckets      bigint         NULL,     -- NULL: no hash index
        Merge_form       varchar(10)    NOT NULL CHECK (Merge_form IN ('merge', 'update')),
        Enabled          bit            NOT NULL,
        Created_at       datetime2(3)   NOT NULL,
        UNIQUE (Target_schema, Target_name),
        UNIQUE (Schema_name, Buffer_name)
    );
IF OBJECT_ID(N'ShockAbsorber.Progress', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Progress (
        Absorber_id int    NOT NULL PRIMARY KEY,
        Batch       bigint NOT NULL, -- the number of the last batch that moved rows
        Absorbed    bigint NOT NULL  -- the highest number of which all committed rows are dealt with
    );
IF OBJECT_ID(N'ShockAbsorber.Batch', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Batch (
        Absorber_id int          NOT NULL,
        Batch       bigint       NOT NULL,
        At          datetime2(3) NOT NULL, -- UTC
        Cutoff      bigint       NOT NULL,
        Picked      bigint       NOT NULL, -- rows
        Inserted    bigint       NOT NULL, -- rows
        Updated     bigint       NOT NULL, -- rows
        Pick_us     bigint       NOT NULL, -- microseconds
        Merge_us    bigint       NOT NULL, -- microseconds
        PRIMARY KEY (Absorber_id, Batch)
    );
IF OBJECT_ID(N'ShockAbsorber.Template', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Template (
        Name   sysname       NOT NULL PRIMARY KEY,
        [Text] nvarchar(max) NOT NULL
    );
GO

IF EXISTS (SELECT 1 FROM ShockAbsorber.Version AS v WHERE v.Version > 1)
    THROW 50400, N'A later version of the framework is installed. Run that version''s install.sql, or uninstall it first.', 1;
GO

-- source/templates/batch_disk.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'batch_disk';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'batch_disk', N'-- One batch: the latest row of each key is merged and purged, with the rows that it replaces.
-- Rows of transactions that are still open are passed over (READPAST), and come later. Numbers up to @bound are considered, the
-- highest issued before the buffer is read: what a transaction writes that began after another had committed lies beyond it.
CREATE PROCEDURE {{batch}}
    @MaxRows bigint = NULL,         -- rows at most, beside the absorber''s own limit
    @Quiet   bit    = 0,            -- 1: no result row
    @Picked  bigint = NULL OUTPUT   -- rows that the batch took from the buffer
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    -- As indexed views, filtered indexes and indexed computed columns of the target demand.
    SET ANSI_WARNINGS ON;
    SET ANSI_PADDING ON;
    SET ARITHABORT ON;
    SET CONCAT_NULL_YIELDS_NULL ON;
    SET NUMERIC_ROUNDABORT OFF;
    SET DEADLOCK_PRIORITY LOW;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;

    DECLARE @id int, @rows bigint, @absorbed bigint, @bound bigint, @cutoff bigint, @batch bigint = 0,
        @inserted bigint = 0, @updated bigint = 0, @purged bigint = 0,
        @started datetime2(7), @picked_at datetime2(7), @merged_at datetime2(7), @purged_at datetime2(7);

    EXECUTE ShockAbsorber.Open_batch @Schema_name = {{schema_literal}}, @Buffer_name = {{buffer_name_literal}},
        @MaxRows = @MaxRows, @Id = @id OUTPUT, @Rows = @rows OUTPUT, @Absorbed = @absorbed OUTPUT;

    CREATE TABLE #absorber_action (Taken nvarchar(10) NOT NULL);
    CREATE TABLE #absorber_batch (
        {{each types|%|,
        }},
        [##ShockAbsorberIdentity##] bigint NOT NULL
    );

    BEGIN TRY
        BEGIN TRANSACTION;

        SET @started = SYSUTCDATETIME();
        SET @bound = CONVERT(bigint, IDENT_CURRENT({{buffer_literal}}));
        INSERT INTO #absorber_batch ({{each columns|%|, }}, [##ShockAbsorberIdentity##])
        SELECT TOP (@rows) {{each columns|b.%|, }}, b.[##ShockAbsorberIdentity##]
        FROM {{buffer}} AS b WITH (READPAST, READCOMMITTEDLOCK, ROWLOCK)
        WHERE b.[##ShockAbsorberIdentity##] <= @bound
        ORDER BY b.[##ShockAbsorberIdentity##];
        SET @Picked = ROWCOUNT_BIG();
        SET @picked_at = SYSUTCDATETIME();
        SET @merged_at = @picked_at;
        SET @purged_at = @picked_at;

        IF @Picked > 0
        BEGIN
            SELECT @cutoff = MAX(p.[##ShockAbsorberIdentity##]) FROM #absorber_batch AS p;
            {{merge}}
            SET @merged_at = SYSUTCDATETIME();

            -- Also goes what committed meanwhile below a row of its key that was merged: the higher number wins, now as in any order.
            DELETE b
            FROM {{buffer}} AS b WITH (READPAST, READCOMMITTEDLOCK, ROWLOCK)
            WHERE b.[##ShockAbsorberIdentity##] <= @cutoff
                AND EXISTS (
                    SELECT 1
                    FROM #absorber_batch AS p
                    WHERE {{each keys|p.% = b.%| AND }} AND p.[##ShockAbsorberIdentity##] >= b.[##ShockAbsorberIdentity##]);
            SET @purged = ROWCOUNT_BIG();
            SET @purged_at = SYSUTCDATETIME();
            IF @purged < @Picked
                THROW 50409, N''Another session holds locks on committed rows of the buffer, so that they could not be purged. The batch was rolled back and nothing is lost; end that session''''s transaction, or try again.'', 1;

            EXECUTE ShockAbsorber.Close_batch @Id = @id, @Bound = @bound, @Cutoff = @cutoff, @Picked = @Picked,
                @Inserted = @inserted, @Updated = @updated, @Purged = @purged,
                @Started = @started, @Picked_at = @picked_at, @Merged_at = @merged_at, @Batch = @batch OUTPUT;
        END;
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;{{identity_off_in_catch}}
        THROW;
    END CATCH;

    -- It found nothing, though numbers were issued that are not accounted for: rolled back, or being written? If it gets the whole table
    -- at once, nobody is writing.
    IF @Picked = 0 AND @absorbed < @bound
    BEGIN
        BEGIN TRY
            SET LOCK_TIMEOUT 0;
            SELECT @cutoff = MIN(b.[##ShockAbsorberIdentity##])
            FROM {{buffer}} AS b WITH (TABLOCK, READCOMMITTEDLOCK)
            WHERE b.[##ShockAbsorberIdentity##] <= @bound;
            IF @cutoff IS NULL
                EXECUTE ShockAbsorber.Skip_numbers @Id = @id, @Bound = @bound;
        END TRY
        BEGIN CATCH
            IF ERROR_NUMBER() <> 1222
                THROW;
        END CATCH;
        SET LOCK_TIMEOUT -1;
    END;
    IF @Quiet = 0
        EXECUTE ShockAbsorber.Report_batch @Id = @id, @Batch = @batch, @Picked = @Picked, @Inserted = @inserted, @Updated = @updated,
            @Purged = @purged, @Started = @started, @Picked_at = @picked_at, @Merged_at = @merged_at, @Purged_at = @purged_at;
END;');
GO

-- source/templates/batch_memory.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'batch_memory';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'batch_memory', N'-- One batch: the latest row of each key is merged, and exactly the rows that were seen are purged.
-- All statements see the buffer as of one moment, the start of the transaction. A row that commits later, even with a lower number,
-- is neither merged nor purged now, but by a later batch.
CREATE PROCEDURE {{batch}}
    @MaxRows bigint = NULL,         -- rows at most, beside the absorber''s own limit
    @Quiet   bit    = 0,            -- 1: no result row
    @Picked  bigint = NULL OUTPUT   -- rows that the batch took from the buffer
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    -- As indexed views, filtered indexes and indexed computed columns of the target demand.
    SET ANSI_WARNINGS ON;
    SET ANSI_PADDING ON;
    SET ARITHABORT ON;
    SET CONCAT_NULL_YIELDS_NULL ON;
    SET NUMERIC_ROUNDABORT OFF;
    SET DEADLOCK_PRIORITY LOW;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;

    DECLARE @id int, @rows bigint, @absorbed bigint, @bound bigint, @cutoff bigint, @batch bigint = 0,
        @inserted bigint = 0, @updated bigint = 0, @purged bigint = 0,
        @started datetime2(7), @picked_at datetime2(7), @merged_at datetime2(7), @purged_at datetime2(7);

    EXECUTE ShockAbsorber.Open_batch @Schema_name = {{schema_literal}}, @Buffer_name = {{buffer_name_literal}},
        @MaxRows = @MaxRows, @Id = @id OUTPUT, @Rows = @rows OUTPUT, @Absorbed = @absorbed OUTPUT;

    CREATE TABLE #absorber_action (Taken nvarchar(10) NOT NULL);

    BEGIN TRY
        SET @started = SYSUTCDATETIME();
        SET @bound = CONVERT(bigint, IDENT_CURRENT({{buffer_literal}}));
        BEGIN TRANSACTION;

        SELECT @cutoff = MAX(r.Sequence), @Picked = COUNT_BIG(*)
        FROM (
            SELECT TOP (@rows) b.[##ShockAbsorberIdentity##] AS Sequence
            FROM {{buffer}} AS b WITH (SNAPSHOT)
            ORDER BY b.[##ShockAbsorberIdentity##]) AS r;
        SET @picked_at = SYSUTCDATETIME();
        SET @merged_at = @picked_at;
        SET @purged_at = @picked_at;

        IF @Picked > 0
        BEGIN
            {{merge}}
            SET @merged_at = SYSUTCDATETIME();

            DELETE b
            FROM {{buffer}} AS b WITH (SNAPSHOT)
            WHERE b.[##ShockAbsorberIdentity##] <= @cutoff;
            SET @purged = ROWCOUNT_BIG();
            SET @purged_at = SYSUTCDATETIME();

            EXECUTE ShockAbsorber.Close_batch @Id = @id, @Bound = @bound, @Cutoff = @cutoff, @Picked = @Picked,
                @Inserted = @inserted, @Updated = @updated, @Purged = @purged,
                @Started = @started, @Picked_at = @picked_at, @Merged_at = @merged_at, @Batch = @batch OUTPUT;
        END;
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;{{identity_off_in_catch}}
        THROW;
    END CATCH;

    IF @Picked = 0 AND @absorbed < @bound
        EXECUTE ShockAbsorber.Skip_numbers @Id = @id, @Bound = @bound;
    IF @Quiet = 0
        EXECUTE ShockAbsorber.Report_batch @Id = @id, @Batch = @batch, @Picked = @Picked, @Inserted = @inserted, @Updated = @updated,
            @Purged = @purged, @Started = @started, @Picked_at = @picked_at, @Merged_at = @merged_at, @Purged_at = @purged_at;
END;');
GO

-- source/templates/buffer_disk.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'buffer_disk';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'buffer_disk', N'-- Producers all insert at the end of this index. Where the server can, it lets them in one by one without a convoy for the last
-- page (OPTIMIZE_FOR_SEQUENTIAL_KEY, from 2019 on). Page locks are off, since a page locked by one producer would hide the rows
-- that others have committed there.
CREATE TABLE {{buffer}} (
    {{each definitions|%|,
    }},
    [##ShockAbsorberIdentity##] bigint IDENTITY(1, 1) NOT NULL,
    CONSTRAINT {{primary_key}} PRIMARY KEY CLUSTERED ([##ShockAbsorberIdentity##]){{index_options}}
);');
GO

-- source/templates/buffer_memory.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'buffer_memory';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'buffer_memory', N'CREATE TABLE {{buffer}} (
    {{each definitions|%|,
    }},
    [##ShockAbsorberIdentity##] bigint IDENTITY(1, 1) NOT NULL,
    CONSTRAINT {{primary_key}} PRIMARY KEY NONCLUSTERED ([##ShockAbsorberIdentity##]){{hash_index}}
) WITH (MEMORY_OPTIMIZED = ON, DURABILITY = {{durability}});');
GO

-- source/templates/enable.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'enable';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'enable', N'UPDATE ShockAbsorber.Absorber
SET Enabled = 1
WHERE Schema_name = {{schema_literal}} AND Buffer_name = {{buffer_name_literal}};');
GO

-- source/templates/fn.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'fn';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'fn', N'-- The latest row of each key among those numbered up to @identity.
CREATE FUNCTION {{fn}} (@identity bigint)
RETURNS TABLE
WITH NATIVE_COMPILATION, SCHEMABINDING
AS
RETURN (
    SELECT {{each columns|b.%|, }}
    FROM {{buffer}} AS b
    WHERE b.[##ShockAbsorberIdentity##] IN (
        SELECT MAX(m.[##ShockAbsorberIdentity##])
        FROM {{buffer}} AS m WITH (INDEX = {{primary_key}})
        WHERE m.[##ShockAbsorberIdentity##] <= @identity
        GROUP BY {{each keys|m.%|, }})
);');
GO

-- source/templates/lock_escalation.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'lock_escalation';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'lock_escalation', N'-- A producer''s many row locks must not become a lock of the whole table, which would stop the loop and the other producers.
ALTER TABLE {{buffer}} SET (LOCK_ESCALATION = DISABLE);');
GO

-- source/templates/merge.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'merge';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'merge', N'{{identity_on}}MERGE INTO {{target}} WITH (HOLDLOCK) AS t
            USING {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            WHEN MATCHED THEN UPDATE SET
                {{each others|% = s.%|,
                }}
            WHEN NOT MATCHED BY TARGET THEN INSERT ({{each columns|%|, }})
                VALUES ({{each columns|s.%|, }})
            OUTPUT $action INTO #absorber_action (Taken)
            OPTION (MAXDOP {{maxdop}});{{identity_off}}
            SELECT @inserted = ISNULL(SUM(CASE a.Taken WHEN N''INSERT'' THEN 1 ELSE 0 END), 0),
                @updated = ISNULL(SUM(CASE a.Taken WHEN N''UPDATE'' THEN 1 ELSE 0 END), 0)
            FROM #absorber_action AS a;');
GO

-- source/templates/merge_keys.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'merge_keys';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'merge_keys', N'-- All columns belong to the key: a row is there or not, and there is nothing to update.
            {{identity_on}}MERGE INTO {{target}} WITH (HOLDLOCK) AS t
            USING {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            WHEN NOT MATCHED BY TARGET THEN INSERT ({{each columns|%|, }})
                VALUES ({{each columns|s.%|, }})
            OUTPUT $action INTO #absorber_action (Taken)
            OPTION (MAXDOP {{maxdop}});{{identity_off}}
            SELECT @inserted = COUNT(*) FROM #absorber_action AS a;');
GO

-- source/templates/register.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'register';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'register', N'INSERT INTO ShockAbsorber.Absorber (Target_schema, Target_name, Schema_name, Buffer_name, Buffer_kind, Persisted,
    Interval_seconds, Interval_rows, Max_errors, Maxdop, HashBuckets, Merge_form, Enabled, Created_at)
VALUES ({{target_schema_literal}}, {{target_name_literal}}, {{schema_literal}}, {{buffer_name_literal}}, ''{{buffer_kind}}'', {{persisted}},
    {{interval_seconds}}, {{interval_rows}}, {{max_errors}}, {{maxdop}}, {{hash_buckets}}, ''{{merge_form}}'', 0, SYSUTCDATETIME());
INSERT INTO ShockAbsorber.Progress (Absorber_id, Batch, Absorbed)
SELECT a.Id, 0, 0
FROM ShockAbsorber.Absorber AS a
WHERE a.Schema_name = {{schema_literal}} AND a.Buffer_name = {{buffer_name_literal}};');
GO

-- source/templates/source_disk.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'source_disk';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'source_disk', N'(
                SELECT {{each columns|r.%|, }}
                FROM (
                    SELECT {{each columns|p.%|, }},
                        ROW_NUMBER() OVER (PARTITION BY {{each keys|p.%|, }} ORDER BY p.[##ShockAbsorberIdentity##] DESC) AS [##ShockAbsorberRank##]
                    FROM #absorber_batch AS p) AS r
                WHERE r.[##ShockAbsorberRank##] = 1)');
GO

-- source/templates/source_memory.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'source_memory';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'source_memory', N'{{fn}}(@cutoff)');
GO

-- source/templates/sync.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'sync';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'sync', N'-- The sync loop, for use by hand. It ends when its session ends, when
-- EXECUTE ShockAbsorber.[Enable] @Object = …, @Enabled = 0 says so, or by one of its parameters.
CREATE PROCEDURE {{sync}}
    @RunOnlyOnce bit    = 0,    -- 1: one batch, then return
    @PrintStats  bit    = 0,    -- 1: a line for each batch
    @MaxRows     bigint = NULL, -- return after so many rows
    @MaxErrors   int    = 3     -- give up after so many consecutive errors
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;

    DECLARE @id int, @lock nvarchar(255), @locked int, @enabled bit, @interval numeric(10, 2), @delay char(12),
        @picked bigint, @rest bigint = @MaxRows, @errors int = 0, @transient int = 0, @number int, @text nvarchar(2048);

    SELECT @id = a.Id, @lock = CONCAT(N''ShockAbsorber:'', a.Id)
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Schema_name = {{schema_literal}} AND a.Buffer_name = {{buffer_name_literal}};
    IF @id IS NULL
        THROW 50400, N''This procedure''''s absorber is not registered any more. Create it again.'', 1;
    IF @@TRANCOUNT > 0
        THROW 50400, N''The sync loop was called inside a transaction, where it could not commit its batches. Commit first.'', 1;
    IF @MaxRows <= 0
        THROW 50400, N''@MaxRows must be at least 1, or NULL for no limit.'', 1;

    EXECUTE ShockAbsorber.Take_lock @Name = @lock, @Timeout = 0, @Taken = @locked OUTPUT;
    IF @locked < 0
        THROW 50409, N''Another session runs this absorber''''s loop, and one at a time is allowed. ShockAbsorber.[Status] tells which.'', 1;

    BEGIN TRY
        WHILE 1 = 1
        BEGIN
            SELECT @enabled = MAX(CONVERT(int, a.Enabled)), @interval = MAX(a.Interval_seconds) FROM ShockAbsorber.Absorber AS a WHERE a.Id = @id;
            IF ISNULL(@enabled, 0) = 0
            BEGIN
                RAISERROR (N''The absorber is disabled, or was dropped; the loop ends.'', 0, 1) WITH NOWAIT;
                BREAK;
            END;

            SET @number = NULL;
            BEGIN TRY
                EXECUTE {{batch}} @MaxRows = @rest, @Quiet = 1, @Picked = @picked OUTPUT;
                SELECT @errors = 0, @transient = 0;
            END TRY
            BEGIN CATCH
                SELECT @number = ERROR_NUMBER(), @text = ERROR_MESSAGE(), @picked = 0;
                IF @number IN (50400, 50403) OR @RunOnlyOnce = 1
                    THROW;
                -- Conflicts that pass by themselves, and a rival for the same key, are tried again without being counted, up to a point.
                IF @number IN (41302, 41305, 41325, 41301, 41839, 1205, 1222, 2627, 2601, 50409) AND @transient < 20
                    SET @transient += 1;
                ELSE
                    SET @errors += 1;
                IF @errors >= @MaxErrors
                    THROW;
                SET @text = CONCAT(N''Error '', @number, N'', tried again ('', @errors, N'' of '', @MaxErrors, N'' counted): '', @text);
                RAISERROR (N''%s'', 0, 1, @text) WITH NOWAIT;
            END CATCH;

            IF @PrintStats = 1 AND @picked > 0
            BEGIN
                SELECT TOP (1) @text = CONCAT(N''batch '', b.Batch, N'': picked '', b.Picked, N'', inserted '', b.Inserted, N'', updated '', b.Updated,
                    N'' in '', (b.Pick_us + b.Merge_us) / 1000, N'' ms (pick '', b.Pick_us / 1000, N'', merge '', b.Merge_us / 1000, N'')'')
                FROM ShockAbsorber.Batch AS b
                WHERE b.Absorber_id = @id
                ORDER BY b.Batch DESC;
                RAISERROR (N''%s'', 0, 1, @text) WITH NOWAIT;
            END;

            SET @rest -= @picked;
            IF @RunOnlyOnce = 1 OR @rest <= 0
                BREAK;
            IF @picked = 0
            BEGIN
                -- After an error: 1, 2, 4 … 30 s; after a conflict a tenth of a second; otherwise the interval.
                SET @delay = SUBSTRING(CONVERT(char(23), DATEADD(MILLISECOND, CASE
                    WHEN @number IS NULL THEN CONVERT(int, @interval * 1000)
                    WHEN @errors = 0 THEN 100
                    WHEN @errors > 5 THEN 30000
                    ELSE 1000 * POWER(2, @errors - 1) END, CONVERT(datetime, ''19000101'')), 121), 12, 12);
                WAITFOR DELAY @delay;
            END;
        END;
        EXECUTE ShockAbsorber.Release_lock @Name = @lock;
    END TRY
    BEGIN CATCH
        EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        THROW;
    END CATCH;
END;');
GO

-- source/templates/update.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'update';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'update', N'UPDATE t
            SET {{each others|% = s.%|,
                }}
            FROM {{target}} AS t WITH (UPDLOCK, HOLDLOCK)
            INNER JOIN {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            OPTION (MAXDOP {{maxdop}});
            SET @updated = ROWCOUNT_BIG();

            {{identity_on}}INSERT INTO {{target}} ({{each columns|%|, }})
            SELECT {{each columns|s.%|, }}
            FROM {{source}} AS s
            WHERE NOT EXISTS (
                SELECT 1
                FROM {{target}} AS t WITH (UPDLOCK, HOLDLOCK)
                WHERE {{each keys|t.% = s.%| AND }})
            OPTION (MAXDOP {{maxdop}});
            SET @inserted = ROWCOUNT_BIG();{{identity_off}}');
GO

-- source/templates/update_keys.sql
DELETE FROM ShockAbsorber.Template WHERE Name = N'update_keys';
INSERT INTO ShockAbsorber.Template (Name, [Text]) VALUES (N'update_keys', N'-- All columns belong to the key: a row is there or not, and there is nothing to update.
            {{identity_on}}INSERT INTO {{target}} ({{each columns|%|, }})
            SELECT {{each columns|s.%|, }}
            FROM {{source}} AS s
            WHERE NOT EXISTS (
                SELECT 1
                FROM {{target}} AS t WITH (UPDLOCK, HOLDLOCK)
                WHERE {{each keys|t.% = s.%| AND }})
            OPTION (MAXDOP {{maxdop}});
            SET @inserted = ROWCOUNT_BIG();{{identity_off}}');
GO

-- source/eligibility.sql
-- Which tables can be absorbed, and if not, why. Reads the server's own catalog, but for one join that is marked below, so that
-- its query also runs where the framework isn't installed. Obstacles and remarks are sentences, one per line; '' where there are none.
DROP VIEW IF EXISTS ShockAbsorber.Eligibility;
GO
CREATE VIEW ShockAbsorber.Eligibility
AS
SELECT
    e.Schema_name,
    e.Table_name,
    e.Estimated_rows,
    CASE WHEN a.Absorber_id IS NULL THEN CONVERT(bit, 0) ELSE CONVERT(bit, 1) END AS Has_absorber,
    CASE WHEN e.Obstacles = N'' THEN N'' ELSE LEFT(e.Obstacles, LEN(e.Obstacles) - 1) END AS Obstacles,
    CASE WHEN e.Remarks = N'' THEN N'' ELSE LEFT(e.Remarks, LEN(e.Remarks) - 1) END AS Remarks,
    e.Object_id,
    e.Key_index_id
FROM (
    SELECT
        s.name AS Schema_name,
        t.name AS Table_name,
        t.object_id AS Object_id,
        k.index_id AS Key_index_id,
        (SELECT SUM(p.rows) FROM sys.partitions AS p WHERE p.object_id = t.object_id AND p.index_id IN (0, 1)) AS Estimated_rows,
        CONVERT(nvarchar(max), N'')
        + CASE WHEN t.is_ms_shipped = 1 THEN N'It belongs to the server.' + NCHAR(10) ELSE N'' END
        + CASE WHEN s.name = N'ShockAbsorber' OR c.Sequences > 0 THEN N'It belongs to the framework.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_memory_optimized = 1
            THEN N'It is memory-optimized: it takes bursts by itself, and a merge together with a memory-optimized buffer can''t write to it.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.temporal_type = 1 THEN N'It is the history of a temporal table, which the server writes. Absorb the current table.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_external = 1 THEN N'It is an external table. Absorb it where its rows are stored.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_filetable = 1 THEN N'It is a FileTable, whose rows are files.' + NCHAR(10) ELSE N'' END
        + CASE WHEN SERVERPROPERTY('Babelfish') = 1 AND (c.Unquotable > 0 OR CHARINDEX(N'''', s.name) > 0 OR CHARINDEX(N'''', t.name) > 0)
            THEN N'A name contains an apostrophe, which Babelfish cannot quote.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Graph > 0 THEN N'It is a graph table, whose node and edge identifiers only the server can make.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Append_only > 0 THEN N'It is an append-only ledger table, which refuses updates.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Encrypted IS NOT NULL
            THEN N'The column ' + QUOTENAME(c.Encrypted) + N' is encrypted by its clients (Always Encrypted), so that the server cannot move its values.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Foreign_type IS NOT NULL
            THEN N'The column ' + QUOTENAME(c.Foreign_type) + N' has a CLR type of your own, which buffers and tempdb do not know.' + NCHAR(10) ELSE N'' END
        + CASE WHEN k.index_id IS NULL
            THEN N'It has no primary key, nor a unique index on plain NOT NULL columns without a filter, by which rows could be told apart. Add one.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Ignoring IS NOT NULL
            THEN N'The unique index ' + QUOTENAME(i.Ignoring) + N' has IGNORE_DUP_KEY, which would drop rows in silence: ALTER INDEX ' + QUOTENAME(i.Ignoring) + N' ON '
                + QUOTENAME(s.name) + N'.' + QUOTENAME(t.name) + N' REBUILD WITH (IGNORE_DUP_KEY = OFF);' + NCHAR(10) ELSE N'' END
        + CASE WHEN g.Instead_of IS NOT NULL
            THEN N'The INSTEAD OF trigger ' + QUOTENAME(g.Instead_of) + N' decides what becomes of merged rows, so that none could be vouched for.' + NCHAR(10) ELSE N'' END
        AS Obstacles,
        CONVERT(nvarchar(max), N'')
        + CASE WHEN c.Key_identity IS NOT NULL
            THEN N'The identity column ' + QUOTENAME(c.Key_identity) + N' belongs to the key: producers supply its values, and the loop needs ALTER on the table (IDENTITY_INSERT).' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Other_identity IS NOT NULL
            THEN N'The identity column ' + QUOTENAME(c.Other_identity) + N' is numbered by the target and left out of the buffer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Computed > 0 THEN N'Columns that the target computes (computed, rowversion, period, column set) are left out of the buffer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Not_in_memory IS NOT NULL
            THEN N'The buffer will be a disk table: memory-optimized tables lack the type of the column ' + QUOTENAME(c.Not_in_memory) + N'.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Default_not_in_memory IS NOT NULL
            THEN N'The buffer will be a disk table: a memory-optimized table cannot compute the default of the column ' + QUOTENAME(c.Default_not_in_memory) + N'.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Masked > 0 THEN N'Masked columns are not masked in the buffer, or the loop would merge the masks. Let nobody read it who should not see them.' + NCHAR(10) ELSE N'' END
        + CASE WHEN k.is_primary_key = 0 THEN N'Rows are told apart by a unique index, since there is no usable primary key.' + NCHAR(10) ELSE N'' END
        + CASE WHEN g.Triggers > 0 THEN N'Triggers fire once for each batch, not for each row that producers write.' + NCHAR(10) ELSE N'' END
        + CASE WHEN EXISTS (SELECT 1 FROM sys.foreign_keys AS f WHERE f.parent_object_id = t.object_id AND f.is_disabled = 0)
                OR EXISTS (SELECT 1 FROM sys.check_constraints AS f WHERE f.parent_object_id = t.object_id AND f.is_disabled = 0)
            THEN N'A row that does not fit a foreign key or check constraint fails its whole batch, not its producer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Others > 0 THEN N'It has further indexes, which slow merges down. A single clustered index is fastest.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Has_clustered = 0 AND SERVERPROPERTY('Babelfish') IS NULL
            THEN N'It is a heap, which takes merges slowly. Make its key clustered.' + NCHAR(10) ELSE N'' END
        AS Remarks
    FROM sys.tables AS t
    INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id
    -- The key: the primary key if it can serve, else the unique index with the fewest columns.
    OUTER APPLY (
        SELECT TOP (1) x.index_id, x.is_primary_key
        FROM sys.indexes AS x
        INNER JOIN sys.index_columns AS xc ON xc.object_id = x.object_id AND xc.index_id = x.index_id AND xc.is_included_column = 0 AND xc.key_ordinal > 0
        INNER JOIN sys.columns AS kc ON kc.object_id = xc.object_id AND kc.column_id = xc.column_id
        INNER JOIN sys.types AS kt ON kt.user_type_id = kc.user_type_id
        WHERE x.object_id = t.object_id AND x.is_unique = 1 AND x.has_filter = 0 AND x.is_disabled = 0 AND x.is_hypothetical = 0
        GROUP BY x.index_id, x.is_primary_key
        HAVING MAX(CASE WHEN kc.is_nullable = 1 OR kc.is_computed = 1 OR kc.generated_always_type > 0 OR kt.name IN (N'timestamp', N'rowversion')
            THEN 1 ELSE 0 END) = 0
        ORDER BY MAX(CASE WHEN x.is_primary_key = 1 THEN 1 ELSE 0 END) DESC, COUNT(*), x.index_id) AS k
    OUTER APPLY (
        SELECT
            SUM(CASE WHEN c.name = N'##ShockAbsorberIdentity##' THEN 1 ELSE 0 END) AS Sequences,
            SUM(CASE WHEN CHARINDEX(N'''', c.name) > 0 THEN 1 ELSE 0 END) AS Unquotable,
            SUM(CASE WHEN c.name LIKE N'$node[_]id[_]%' OR c.name LIKE N'$edge[_]id[_]%' THEN 1 ELSE 0 END) AS Graph,
            MAX(CASE WHEN c.generated_always_type = 7 THEN 1 ELSE 0 END) * (1 - MAX(CASE WHEN c.generated_always_type = 8 THEN 1 ELSE 0 END)) AS Append_only,
            MIN(CASE WHEN c.encryption_type IS NOT NULL THEN c.name END) AS Encrypted,
            MIN(CASE WHEN y.is_assembly_type = 1 AND y.is_user_defined = 1 THEN c.name END) AS Foreign_type,
            MIN(CASE WHEN c.is_identity = 1 AND x.column_id IS NOT NULL THEN c.name END) AS Key_identity,
            MIN(CASE WHEN c.is_identity = 1 AND x.column_id IS NULL THEN c.name END) AS Other_identity,
            SUM(CASE WHEN c.is_computed = 1 OR c.is_column_set = 1 OR c.generated_always_type > 0 OR y.name IN (N'timestamp', N'rowversion')
                THEN 1 ELSE 0 END) AS Computed,
            MIN(CASE WHEN y.name IN (N'datetimeoffset', N'xml', N'sql_variant', N'geography', N'geometry', N'hierarchyid') OR b.name IN (N'datetimeoffset', N'sql_variant')
                THEN c.name END) AS Not_in_memory,
            -- Constants and these functions are known to memory-optimized tables; the rest is not relied on.
            MIN(CASE WHEN LOWER(d.definition) LIKE N'%next value for%'
                    OR (LOWER(d.definition) LIKE N'%[a-z]%(%' AND d.definition NOT LIKE N'(''%' AND d.definition NOT LIKE N'(N''%'
                        AND LOWER(d.definition) NOT IN (N'(getdate())', N'(getutcdate())', N'(sysdatetime())', N'(sysutcdatetime())', N'(newid())'))
                    OR d.definition LIKE N'(''%''+%' OR d.definition LIKE N'(N''%''+%'
                THEN c.name END) AS Default_not_in_memory,
            SUM(CASE WHEN c.is_masked = 1 THEN 1 ELSE 0 END) AS Masked
        FROM sys.columns AS c
        INNER JOIN sys.types AS y ON y.user_type_id = c.user_type_id
        LEFT JOIN sys.types AS b ON b.user_type_id = y.system_type_id
        LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
        LEFT JOIN sys.index_columns AS x ON x.object_id = c.object_id AND x.index_id = k.index_id AND x.column_id = c.column_id AND x.is_included_column = 0 AND x.key_ordinal > 0
        WHERE c.object_id = t.object_id) AS c
    OUTER APPLY (
        SELECT
            MIN(CASE WHEN x.is_unique = 1 AND x.ignore_dup_key = 1 AND x.is_disabled = 0 THEN x.name END) AS Ignoring,
            SUM(CASE WHEN x.index_id > 1 AND x.index_id <> ISNULL(k.index_id, 0) THEN 1 ELSE 0 END) AS Others,
            MAX(CASE WHEN x.type IN (1, 5) THEN 1 ELSE 0 END) AS Has_clustered
        FROM sys.indexes AS x
        WHERE x.object_id = t.object_id AND x.is_hypothetical = 0) AS i
    OUTER APPLY (
        SELECT COUNT(*) AS Triggers, MIN(CASE WHEN x.is_instead_of_trigger = 1 THEN x.name END) AS Instead_of
        FROM sys.triggers AS x
        WHERE x.parent_id = t.object_id AND x.is_disabled = 0) AS g
    ) AS e
-- absorbers: the only part that needs the framework
LEFT JOIN (SELECT x.Id AS Absorber_id, x.Target_schema, x.Target_name FROM ShockAbsorber.Absorber AS x) AS a
    ON a.Target_schema = e.Schema_name COLLATE DATABASE_DEFAULT AND a.Target_name = e.Table_name COLLATE DATABASE_DEFAULT
-- end of absorbers
;
GO

-- source/watermarks.sql
-- How far each absorber is, without reading its buffer: rows issued so far, and rows absorbed.
DROP VIEW IF EXISTS ShockAbsorber.Watermarks;
GO
CREATE VIEW ShockAbsorber.Watermarks
AS
SELECT a.Id, a.Target_schema, a.Target_name,
    CASE WHEN i.Issued > p.Absorbed THEN i.Issued ELSE p.Absorbed END AS Issued,
    p.Absorbed
FROM ShockAbsorber.Absorber AS a
INNER JOIN ShockAbsorber.Progress AS p ON p.Absorber_id = a.Id
CROSS APPLY (SELECT QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) AS Buffer) AS b
CROSS APPLY (
    -- IDENT_CURRENT says 1 both before and after the first row. (On Babelfish, nothing tells: the first row counts when it is absorbed.)
    SELECT CASE
        WHEN IDENT_CURRENT(b.Buffer) = 1 AND (SERVERPROPERTY('Babelfish') = 1
            OR NOT EXISTS (SELECT 1 FROM sys.identity_columns AS c WHERE c.object_id = OBJECT_ID(b.Buffer) AND c.last_value IS NOT NULL)) THEN 0
        ELSE CONVERT(bigint, ISNULL(IDENT_CURRENT(b.Buffer), 0)) END AS Issued) AS i;
GO

-- source/columns.sql
-- What a buffer holds of each column of a target. The only place where columns are chosen and types written.
DROP FUNCTION IF EXISTS ShockAbsorber.Columns;
GO
CREATE FUNCTION ShockAbsorber.Columns (
    @object_id    int, -- the target
    @key_index_id int, -- the index that tells its rows apart
    @buffer_id    int) -- NULL, or the buffer: then only columns that it has
RETURNS TABLE
AS
RETURN
    SELECT
        c.column_id AS Ordinal,
        QUOTENAME(c.name) AS Name,
        CONVERT(int, x.key_ordinal) AS Key_ordinal, -- NULL: not in the key
        CONVERT(int, c.is_identity) AS Is_identity,
        -- in the buffer
        CONVERT(nvarchar(max), y.Text + CASE WHEN c.is_nullable = 1 THEN N' NULL' ELSE N' NOT NULL' END
            + ISNULL(N' DEFAULT ' + d.definition, N'')) AS Definition,
        -- in the batch's own table
        CONVERT(nvarchar(max), y.Text + CASE WHEN c.is_nullable = 1 THEN N' NULL' ELSE N' NOT NULL' END) AS Type
    FROM sys.columns AS c
    INNER JOIN sys.types AS t ON t.user_type_id = c.user_type_id
    LEFT JOIN sys.types AS b ON b.user_type_id = t.system_type_id
    LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
    LEFT JOIN sys.index_columns AS x
        ON x.object_id = c.object_id AND x.index_id = @key_index_id AND x.column_id = c.column_id AND x.is_included_column = 0 AND x.key_ordinal > 0
    -- Alias types are replaced by their base types, which tempdb and memory-optimized tables know; text, ntext and image by what succeeded them.
    CROSS APPLY (SELECT CASE
        WHEN t.name = N'sysname' THEN N'nvarchar'
        WHEN t.is_user_defined = 1 THEN b.name
        ELSE t.name END AS Base) AS n
    CROSS APPLY (SELECT CASE
        WHEN n.Base IN (N'text') THEN N'varchar(max)'
        WHEN n.Base IN (N'ntext') THEN N'nvarchar(max)'
        WHEN n.Base IN (N'image') THEN N'varbinary(max)'
        WHEN n.Base IN (N'varchar', N'nvarchar', N'varbinary') AND c.max_length = -1 THEN n.Base + N'(max)'
        WHEN n.Base IN (N'char', N'varchar', N'binary', N'varbinary') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.max_length) + N')'
        WHEN n.Base IN (N'nchar', N'nvarchar') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.max_length / 2) + N')'
        WHEN n.Base IN (N'decimal', N'numeric') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.precision) + N', ' + CONVERT(nvarchar(10), c.scale) + N')'
        WHEN n.Base IN (N'time', N'datetime2', N'datetimeoffset') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.scale) + N')'
        ELSE n.Base END
        + CASE WHEN c.collation_name IS NOT NULL AND n.Base IN (N'char', N'varchar', N'nchar', N'nvarchar', N'text', N'ntext')
            THEN N' COLLATE ' + c.collation_name ELSE N'' END AS Text) AS y
    WHERE c.object_id = @object_id
        AND c.is_computed = 0 AND c.is_column_set = 0 AND c.generated_always_type = 0
        AND t.name NOT IN (N'timestamp', N'rowversion') AND ISNULL(b.name, N'') <> N'timestamp'
        AND (c.is_identity = 0 OR x.column_id IS NOT NULL)
        AND (@buffer_id IS NULL OR EXISTS (SELECT 1 FROM sys.columns AS o WHERE o.object_id = @buffer_id AND o.name = c.name));
GO

-- source/capabilities.sql
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
GO

-- source/fill.sql
-- Fills a template. {{name}} becomes a value, {{each set|pattern|separator}} a list: the pattern once for each column of the set,
-- with the column's text in place of %. Texts that were filled in are never looked through again, whatever they contain.
-- The caller provides the values in #absorber_value (Name, Text) and the columns in
-- #absorber_list (List, Position, Text): sets columns, keys, others, definitions and types, counted from 1. What was filled becomes a
-- value itself, by the name @As. (No output parameter: not every server hands nvarchar(max) back.)
DROP PROCEDURE IF EXISTS ShockAbsorber.Fill;
GO
CREATE PROCEDURE ShockAbsorber.Fill
    @Template sysname,
    @As       varchar(40)
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @text nvarchar(max), @filled nvarchar(max), @from int = 1, @at int, @until int, @name nvarchar(4000), @value nvarchar(max), @message nvarchar(2000),
        @pattern nvarchar(4000), @separator nvarchar(4000), @position int, @item nvarchar(max);

    SELECT @text = t.[Text] FROM ShockAbsorber.Template AS t WHERE t.Name = @Template;
    IF @text IS NULL
    BEGIN
        SET @message = CONCAT(N'The template ', @Template, N' is missing. Run install.sql again.');
        THROW 50400, @message, 1;
    END;

    SET @filled = CONVERT(nvarchar(max), N'');
    WHILE 1 = 1
    BEGIN
        SET @at = CHARINDEX(N'{{', @text, @from);
        IF @at = 0
            BREAK;
        SET @until = CHARINDEX(N'}}', @text, @at);
        SET @name = SUBSTRING(@text, @at + 2, @until - @at - 2);
        SET @value = NULL;

        IF @name LIKE N'each %'
        BEGIN
            SET @pattern = SUBSTRING(@name, CHARINDEX(N'|', @name) + 1, 4000);
            SET @separator = SUBSTRING(@pattern, CHARINDEX(N'|', @pattern) + 1, 4000);
            SET @pattern = LEFT(@pattern, CHARINDEX(N'|', @pattern) - 1);
            SET @name = SUBSTRING(@name, 6, CHARINDEX(N'|', @name) - 6);
            SET @position = 1;
            WHILE 1 = 1
            BEGIN
                SET @item = NULL;
                SELECT @item = l.Text FROM #absorber_list AS l WHERE l.List = @name AND l.Position = @position;
                IF @item IS NULL
                    BREAK;
                SET @value = CASE WHEN @position = 1 THEN CONVERT(nvarchar(max), N'') ELSE @value + @separator END + REPLACE(@pattern, N'%', @item);
                SET @position += 1;
            END;
        END
        ELSE
            SELECT @value = v.Text FROM #absorber_value AS v WHERE v.Name = @name;

        IF @value IS NULL
        BEGIN
            SET @message = CONCAT(N'The template ', @Template, N' asks for {{', @name, N'}}, which nothing fills. Run install.sql again.');
            THROW 50400, @message, 1;
        END;
        SET @filled = @filled + SUBSTRING(@text, @from, @at - @from) + @value;
        SET @from = @until + 2;
    END;
    SET @filled = @filled + SUBSTRING(@text, @from, 1000000);
    DELETE FROM #absorber_value WHERE Name = @As;
    INSERT INTO #absorber_value (Name, Text) VALUES (@As, @filled);
END;
GO

-- source/script.sql
-- Writes the statements that make an absorber, in order, into the caller's #absorber_statement (Position, Name, Statement).
DROP PROCEDURE IF EXISTS ShockAbsorber.Script;
GO
CREATE PROCEDURE ShockAbsorber.Script
    @Target_schema    nvarchar(128),
    @Target_name      nvarchar(128),
    @Key_index_id     int,
    @Schema_name      nvarchar(128),
    @Buffer_name      nvarchar(128),
    @Buffer_kind      varchar(20),
    @Persisted        bit,
    @Interval_seconds numeric(10, 2),
    @Interval_rows    bigint,
    @Max_errors       int,
    @Maxdop           int,
    @HashBuckets      bigint,
    @Merge_form       varchar(10),
    @Buffer_id        int = NULL, -- of a buffer that is there, whose columns count then
    @Only             varchar(20) = NULL -- 'buffer', 'function' or 'procedures': just these
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @has_merge bit, @has_waitfor bit, @has_lock_escalation bit, @index_options nvarchar(200), @memory_obstacles nvarchar(4000),
        @target nvarchar(300) = QUOTENAME(@Target_schema) + N'.' + QUOTENAME(@Target_name),
        @schema nvarchar(300) = QUOTENAME(@Schema_name) + N'.',
        @form sysname, @name sysname, @position int = 0, @has_identity bit = 0, @has_others bit = 0;
    EXECUTE ShockAbsorber.Capabilities @Has_merge = @has_merge OUTPUT, @Has_waitfor = @has_waitfor OUTPUT,
        @Has_lock_escalation = @has_lock_escalation OUTPUT, @Index_options = @index_options OUTPUT, @Memory_obstacles = @memory_obstacles OUTPUT;

    CREATE TABLE #absorber_column (Ordinal int NOT NULL, Name nvarchar(300) NOT NULL, Key_ordinal int NULL, Is_identity int NOT NULL,
        Definition nvarchar(max) NOT NULL, Type nvarchar(max) NOT NULL);
    CREATE TABLE #absorber_list (List varchar(20) NOT NULL, Position int NOT NULL, Text nvarchar(max) NOT NULL);
    CREATE TABLE #absorber_value (Name varchar(40) NOT NULL, Text nvarchar(max) NULL);

    INSERT INTO #absorber_column (Ordinal, Name, Key_ordinal, Is_identity, Definition, Type)
    SELECT c.Ordinal, c.Name, c.Key_ordinal, c.Is_identity, c.Definition, c.Type
    FROM ShockAbsorber.Columns(OBJECT_ID(@target), @Key_index_id, @Buffer_id) AS c;
    INSERT INTO #absorber_list (List, Position, Text)
    SELECT 'columns', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name FROM #absorber_column AS c
    UNION ALL
    SELECT 'definitions', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name + N' ' + c.Definition FROM #absorber_column AS c
    UNION ALL
    SELECT 'types', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name + N' ' + c.Type FROM #absorber_column AS c
    UNION ALL
    SELECT 'keys', ROW_NUMBER() OVER (ORDER BY c.Key_ordinal), c.Name FROM #absorber_column AS c WHERE c.Key_ordinal IS NOT NULL
    UNION ALL
    SELECT 'others', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name FROM #absorber_column AS c WHERE c.Key_ordinal IS NULL;
    IF EXISTS (SELECT 1 FROM #absorber_column AS c WHERE c.Is_identity = 1)
        SET @has_identity = 1;
    IF EXISTS (SELECT 1 FROM #absorber_column AS c WHERE c.Key_ordinal IS NULL)
        SET @has_others = 1;

    INSERT INTO #absorber_value (Name, Text)
    SELECT 'target', @target
    UNION ALL SELECT 'buffer', @schema + QUOTENAME(@Buffer_name)
    UNION ALL SELECT 'fn', @schema + QUOTENAME(N'FN_' + @Buffer_name)
    UNION ALL SELECT 'batch', @schema + QUOTENAME(N'BATCH_' + @Buffer_name)
    UNION ALL SELECT 'sync', @schema + QUOTENAME(N'SYNC_' + @Buffer_name)
    UNION ALL SELECT 'primary_key', QUOTENAME(N'PK_' + @Buffer_name)
    UNION ALL SELECT 'target_schema_literal', N'N''' + REPLACE(@Target_schema, N'''', N'''''') + N''''
    UNION ALL SELECT 'target_name_literal', N'N''' + REPLACE(@Target_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'schema_literal', N'N''' + REPLACE(@Schema_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_name_literal', N'N''' + REPLACE(@Buffer_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_literal', N'N''' + REPLACE(@schema + QUOTENAME(@Buffer_name), N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_kind', @Buffer_kind
    UNION ALL SELECT 'persisted', CONVERT(nvarchar(1), @Persisted)
    UNION ALL SELECT 'durability', CASE @Persisted WHEN 1 THEN N'SCHEMA_AND_DATA' ELSE N'SCHEMA_ONLY' END
    UNION ALL SELECT 'interval_seconds', CONVERT(nvarchar(20), @Interval_seconds)
    UNION ALL SELECT 'interval_rows', ISNULL(CONVERT(nvarchar(20), @Interval_rows), N'NULL')
    UNION ALL SELECT 'max_errors', CONVERT(nvarchar(20), @Max_errors)
    UNION ALL SELECT 'maxdop', CONVERT(nvarchar(20), @Maxdop)
    UNION ALL SELECT 'hash_buckets', ISNULL(CONVERT(nvarchar(20), @HashBuckets), N'NULL')
    UNION ALL SELECT 'hash_index', ISNULL(N',
    INDEX [##ShockAbsorberHash##] NONCLUSTERED HASH ([##ShockAbsorberIdentity##]) WITH (BUCKET_COUNT = ' + CONVERT(nvarchar(20), @HashBuckets) + N')', N'')
    UNION ALL SELECT 'merge_form', @Merge_form
    UNION ALL SELECT 'index_options', @index_options
    UNION ALL SELECT 'identity_on', CASE @has_identity WHEN 1 THEN N'SET IDENTITY_INSERT ' + @target + N' ON;
            ' ELSE N'' END
    UNION ALL SELECT 'identity_off', CASE @has_identity WHEN 1 THEN N'
            SET IDENTITY_INSERT ' + @target + N' OFF;' ELSE N'' END
    UNION ALL SELECT 'identity_off_in_catch', CASE @has_identity WHEN 1 THEN N'
        SET IDENTITY_INSERT ' + @target + N' OFF;' ELSE N'' END;

    -- What batches are made of is filled first, and becomes a value itself.
    SET @name = N'source_' + @Buffer_kind;
    EXECUTE ShockAbsorber.Fill @Template = @name, @As = 'source';
    SET @form = @Merge_form + CASE @has_others WHEN 1 THEN N'' ELSE N'_keys' END;
    EXECUTE ShockAbsorber.Fill @Template = @form, @As = 'merge';

    WHILE @position < 8
    BEGIN
        SET @position += 1;
        SET @name = CASE
            WHEN @position = 1 AND @Only IS NULL THEN N'register'
            WHEN @position = 2 AND ISNULL(@Only, 'buffer') = 'buffer' THEN N'buffer_' + @Buffer_kind
            WHEN @position = 3 AND ISNULL(@Only, 'buffer') = 'buffer' AND @Buffer_kind = 'disk' AND @has_lock_escalation = 1 THEN N'lock_escalation'
            WHEN @position = 4 AND ISNULL(@Only, 'function') = 'function' AND @Buffer_kind = 'memory' THEN N'fn'
            WHEN @position = 5 AND ISNULL(@Only, 'procedures') = 'procedures' THEN N'batch_' + @Buffer_kind
            WHEN @position = 6 AND ISNULL(@Only, 'procedures') = 'procedures' AND @has_waitfor = 1 THEN N'sync'
            WHEN @position = 8 AND @Only IS NULL THEN N'enable' END;
        IF @name IS NOT NULL
        BEGIN
            EXECUTE ShockAbsorber.Fill @Template = @name, @As = 'statement';
            INSERT INTO #absorber_statement (Name, Statement) SELECT @name, v.Text FROM #absorber_value AS v WHERE v.Name = 'statement';
        END;
        -- Whoever was allowed by name to insert into the target may insert into the buffer.
        IF @position = 7 AND @Only IS NULL
            INSERT INTO #absorber_statement (Name, Statement)
            SELECT N'grant', N'GRANT INSERT ON ' + @schema + QUOTENAME(@Buffer_name) + N' TO ' + QUOTENAME(u.name) + N';'
            FROM sys.database_principals AS u
            WHERE u.name = N'ShockAbsorber_producer' OR EXISTS (
                SELECT 1
                FROM sys.database_permissions AS p
                WHERE p.grantee_principal_id = u.principal_id AND p.class = 1 AND p.major_id = OBJECT_ID(@target)
                    AND p.permission_name = N'INSERT' AND p.state IN ('G', 'W'));
    END;
END;
GO

-- source/names.sql
-- Names of what is made for a target, and their removal.
DROP PROCEDURE IF EXISTS ShockAbsorber.Free_name;
GO
-- A name for a buffer that is free, with all that is named after it: <schema>_<table>, shortened so that SYNC_ and BATCH_ fit before
-- it, and numbered if another has it: a.b_c and a_b.c both wish for a_b_c.
CREATE PROCEDURE ShockAbsorber.Free_name
    @Schema_name   sysname,
    @Target_schema sysname,
    @Target_name   sysname,
    @Name          sysname OUTPUT
AS
BEGIN
    DECLARE @wish nvarchar(300) = LEFT(@Target_schema + N'_' + @Target_name, 112), @number int = 1;
    SET @Name = @wish;
    WHILE EXISTS (SELECT 1 FROM ShockAbsorber.Absorber AS a WHERE a.Schema_name = @Schema_name AND a.Buffer_name = @Name)
        OR EXISTS (
            SELECT 1 FROM sys.objects AS o
            WHERE o.schema_id = SCHEMA_ID(@Schema_name) AND o.name IN (@Name, N'FN_' + @Name, N'BATCH_' + @Name, N'SYNC_' + @Name, N'PK_' + @Name))
    BEGIN
        SET @number += 1;
        SET @Name = @wish + N'_' + CONVERT(nvarchar(10), @number);
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Remove;
GO
-- Removes an absorber and all that was made for it, whatever its buffer holds. Callers have asked before.
CREATE PROCEDURE ShockAbsorber.Remove
    @Schema_name sysname,
    @Buffer_name sysname
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @schema nvarchar(300) = QUOTENAME(@Schema_name) + N'.', @sql nvarchar(max), @id int;
    SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'SYNC_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'BATCH_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP FUNCTION IF EXISTS ' + @schema + QUOTENAME(N'FN_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP TABLE IF EXISTS ' + @schema + QUOTENAME(@Buffer_name) + N';';
    EXECUTE sp_executesql @sql;

    SELECT @id = a.Id FROM ShockAbsorber.Absorber AS a WHERE a.Schema_name = @Schema_name AND a.Buffer_name = @Buffer_name;
    DELETE FROM ShockAbsorber.Absorber WHERE Id = @id;
    DELETE FROM ShockAbsorber.Progress WHERE Absorber_id = @id;
    DELETE FROM ShockAbsorber.Batch WHERE Absorber_id = @id;
END;
GO

-- source/locks.sql
-- The locks that keep two loops, or two set-ups, apart. They belong to the session, and end with it, also by a crash.
-- Babelfish loses the session's user when an error follows a procedure of the server that was called by a procedure. There, the function
-- behind it is called, by dynamic SQL, since other servers do not know it. Its locks also lie in one name space for all databases.
DROP PROCEDURE IF EXISTS ShockAbsorber.Take_lock;
GO
CREATE PROCEDURE ShockAbsorber.Take_lock
    @Name    nvarchar(255), -- ShockAbsorber:<id of the absorber>, or ShockAbsorber:setup
    @Timeout int,           -- milliseconds
    @Taken   int OUTPUT     -- below 0: another session has it
AS
BEGIN
    SET @Taken = -1;
    IF SERVERPROPERTY('Babelfish') = 1
    BEGIN
        SET @Name = DB_NAME() + N':' + @Name;
        EXECUTE sp_executesql N'SELECT @taken = sys.sp_getapplock_function(@name, ''Exclusive'', ''Session'', @timeout);',
            N'@name nvarchar(255), @timeout int, @taken int OUTPUT', @name = @Name, @timeout = @Timeout, @taken = @Taken OUTPUT;
    END;
    ELSE
        EXECUTE @Taken = sp_getapplock @Resource = @Name, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = @Timeout;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Release_lock;
GO
CREATE PROCEDURE ShockAbsorber.Release_lock
    @Name nvarchar(255)
AS
BEGIN
    DECLARE @released int;
    IF SERVERPROPERTY('Babelfish') = 1
    BEGIN
        SET @Name = DB_NAME() + N':' + @Name;
        EXECUTE sp_executesql N'SELECT @released = sys.sp_releaseapplock_function(@name, ''Session'');',
            N'@name nvarchar(255), @released int OUTPUT', @name = @Name, @released = @released OUTPUT;
    END;
    ELSE
        EXECUTE @released = sp_releaseapplock @Resource = @Name, @LockOwner = 'Session';
END;
GO

-- source/batch.sql
-- What all batches have in common: how they begin, how they are recorded, and the row that they return.
DROP PROCEDURE IF EXISTS ShockAbsorber.Open_batch;
GO
-- Refuses what could go wrong, and tells how many rows to take.
CREATE PROCEDURE ShockAbsorber.Open_batch
    @Schema_name sysname,
    @Buffer_name sysname,
    @MaxRows     bigint,
    @Id          int    OUTPUT,
    @Rows        bigint OUTPUT,
    @Absorbed    bigint OUTPUT
AS
BEGIN
    DECLARE @name nvarchar(300) = QUOTENAME(@Schema_name) + N'.' + QUOTENAME(@Buffer_name), @message nvarchar(2000);

    IF @@TRANCOUNT > 0
        THROW 50400, N'A batch was called inside a transaction. It must commit by itself; commit yours first.', 1;
    IF @MaxRows <= 0
        THROW 50400, N'@MaxRows must be at least 1, or NULL for no limit.', 1;

    SELECT @Id = a.Id, @Rows = ISNULL(a.Interval_rows, 9223372036854775807), @Absorbed = p.Absorbed
    FROM ShockAbsorber.Absorber AS a
    INNER JOIN ShockAbsorber.Progress AS p ON p.Absorber_id = a.Id
    WHERE a.Schema_name = @Schema_name AND a.Buffer_name = @Buffer_name;
    IF @Id IS NULL
    BEGIN
        SET @message = CONCAT(N'The buffer ', @name, N' belongs to no absorber any more. Create the absorber again.');
        THROW 50400, @message, 1;
    END;
    IF @MaxRows < @Rows
        SET @Rows = @MaxRows;

    -- The lock, as ShockAbsorber.Take_lock names it.
    IF APPLOCK_MODE('public', CONCAT(CASE WHEN SERVERPROPERTY('Babelfish') = 1 THEN DB_NAME() + N':' END, N'ShockAbsorber:', @Id), 'Session') <> 'Exclusive'
    BEGIN
        SET @message = CONCAT(N'This session does not hold the lock of the absorber with the buffer ', @name,
            N', which keeps a second loop away. Run the SYNC_ procedure, which takes it; or take it before the batch: DECLARE @taken int; EXECUTE ShockAbsorber.Take_lock @Name = N''ShockAbsorber:',
            @Id, N''', @Timeout = 0, @Taken = @taken OUTPUT;');
        THROW 50409, @message, 1;
    END;
    IF OBJECT_ID(@name) IS NULL
    BEGIN
        SET @message = CONCAT(N'The buffer ', @name, N' is gone, or a right is missing: GRANT VIEW DEFINITION ON SCHEMA::',
            QUOTENAME(@Schema_name), N' TO ', QUOTENAME(USER_NAME()), N';');
        THROW 50403, @message, 1;
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Close_batch;
GO
-- Records a batch that moved rows, inside its transaction. Absorbed counts rows; ShockAbsorber.Skip_numbers adds those that never came.
CREATE PROCEDURE ShockAbsorber.Close_batch
    @Id        int,
    @Bound     bigint, -- the highest number issued when it began
    @Cutoff    bigint, -- the highest number that it took
    @Picked    bigint,
    @Inserted  bigint,
    @Updated   bigint,
    @Purged    bigint,
    @Started   datetime2(7),
    @Picked_at datetime2(7),
    @Merged_at datetime2(7),
    @Batch     bigint OUTPUT
AS
BEGIN
    DECLARE @absorbed bigint, @highest bigint = CASE WHEN @Cutoff > @Bound THEN @Cutoff ELSE @Bound END, @oldest bigint;
    SELECT @Batch = p.Batch + 1, @absorbed = p.Absorbed FROM ShockAbsorber.Progress AS p WHERE p.Absorber_id = @Id;

    -- The numbers of a buffer that is not persisted start anew with the server.
    IF @highest < @absorbed
        SET @absorbed = 0;
    SET @absorbed = CASE WHEN @absorbed + @Purged < @highest THEN @absorbed + @Purged ELSE @highest END;
    UPDATE ShockAbsorber.Progress SET Batch = @Batch, Absorbed = @absorbed WHERE Absorber_id = @Id;
    INSERT INTO ShockAbsorber.Batch (Absorber_id, Batch, At, Cutoff, Picked, Inserted, Updated, Pick_us, Merge_us)
    VALUES (@Id, @Batch, @Merged_at, @Cutoff, @Picked, @Inserted, @Updated,
        DATEDIFF_BIG(MICROSECOND, @Started, @Picked_at), DATEDIFF_BIG(MICROSECOND, @Picked_at, @Merged_at));

    -- Batches are kept for a week. Only the oldest few are looked at, now and then.
    IF @Batch % 100 = 0
    BEGIN
        SELECT @oldest = MIN(b.Batch) FROM ShockAbsorber.Batch AS b WHERE b.Absorber_id = @Id;
        DELETE FROM ShockAbsorber.Batch
        WHERE Absorber_id = @Id AND Batch < @oldest + 1000 AND At < DATEADD(DAY, -7, @Merged_at);
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Skip_numbers;
GO
-- Counts numbers as absorbed that were issued and never came, because their transactions were rolled back. The caller has found no row
-- up to @Bound. Numbers of transactions that are open are not counted, as far as the server tells.
CREATE PROCEDURE ShockAbsorber.Skip_numbers
    @Id    int,
    @Bound bigint
AS
BEGIN
    DECLARE @kind varchar(20), @buffer nvarchar(300), @writers int = 0;
    SELECT @kind = a.Buffer_kind, @buffer = QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) FROM ShockAbsorber.Absorber AS a WHERE a.Id = @Id;

    -- On SQL Server, the disk batch has just had the whole table for itself. Babelfish has no such lock; PostgreSQL's own view tells.
    IF SERVERPROPERTY('Babelfish') = 1
        EXECUTE sp_executesql N'SELECT @writers = COUNT(*) FROM pg_catalog.pg_locks AS l
WHERE l.relation = OBJECT_ID(@buffer) AND l.mode = ''RowExclusiveLock'' AND l.pid <> @@SPID;',
            N'@buffer nvarchar(300), @writers int OUTPUT', @buffer = @buffer, @writers = @writers OUTPUT;
    ELSE IF @kind = 'memory'
    BEGIN
        -- Needs VIEW DATABASE STATE. Without it, a large transaction is counted as absorbed until its rows are seen.
        BEGIN TRY
            EXECUTE sp_executesql N'SELECT @writers = COUNT(*) FROM sys.dm_db_xtp_transactions AS x WHERE x.state = 0 AND x.session_id <> @@SPID;',
                N'@writers int OUTPUT', @writers = @writers OUTPUT;
        END TRY
        BEGIN CATCH
            SET @writers = 0;
        END CATCH;
    END;

    -- The number 1 may be one that was not issued yet.
    IF @writers = 0 AND EXISTS (SELECT 1 FROM ShockAbsorber.Watermarks AS w WHERE w.Id = @Id AND w.Issued > 0)
        UPDATE ShockAbsorber.Progress SET Absorbed = @Bound WHERE Absorber_id = @Id AND Absorbed < @Bound;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Report_batch;
GO
-- The row that a batch returns. @Batch = 0: it found nothing, and wrote nothing.
CREATE PROCEDURE ShockAbsorber.Report_batch
    @Id        int,
    @Batch     bigint,
    @Picked    bigint,
    @Inserted  bigint,
    @Updated   bigint,
    @Purged    bigint,
    @Started   datetime2(7),
    @Picked_at datetime2(7),
    @Merged_at datetime2(7),
    @Purged_at datetime2(7)
AS
BEGIN
    SELECT @Batch AS Batch, @Picked AS Picked, @Inserted AS Inserted, @Updated AS Updated, @Purged AS Purged,
        DATEDIFF_BIG(MICROSECOND, @Started, @Picked_at) AS Pick_us,
        DATEDIFF_BIG(MICROSECOND, @Picked_at, @Merged_at) AS Merge_us,
        DATEDIFF_BIG(MICROSECOND, @Merged_at, @Purged_at) AS Purge_us,
        w.Issued, w.Absorbed, a.Interval_seconds, a.Interval_rows, a.Max_errors, a.Maxdop, a.HashBuckets, a.Persisted
    FROM ShockAbsorber.Absorber AS a
    INNER JOIN ShockAbsorber.Watermarks AS w ON w.Id = a.Id
    WHERE a.Id = @Id;
END;
GO

-- source/refresh.sql
-- Opening and closing buffers, and writing the modules of an absorber anew.
DROP PROCEDURE IF EXISTS ShockAbsorber.Find_absorber;
GO
-- The absorber of a target, which itself may be gone.
CREATE PROCEDURE ShockAbsorber.Find_absorber
    @Object nvarchar(517),
    @Id     int OUTPUT
AS
BEGIN
    DECLARE @schema sysname, @table sysname, @message nvarchar(2000);
    IF @@TRANCOUNT > 0
        THROW 50400, N'It was called inside a transaction, in which tables and procedures of absorbers cannot be made or dropped. Commit first.', 1;
    SET @Id = NULL;
    SELECT @schema = s.name, @table = t.name
    FROM sys.tables AS t
    INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id
    WHERE t.object_id = OBJECT_ID(@Object);
    IF @table IS NULL
        SELECT @schema = ISNULL(PARSENAME(@Object, 2), N'dbo'), @table = PARSENAME(@Object, 1);
    SELECT @Id = a.Id FROM ShockAbsorber.Absorber AS a WHERE a.Target_schema = @schema AND a.Target_name = @table;
    IF @Id IS NULL
    BEGIN
        SET @message = CONCAT(ISNULL(@Object, N'NULL'), N' has no absorber. ShockAbsorber.[Status] lists those that there are.');
        THROW 50400, @message, 1;
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Refresh;
GO
-- Opens the buffer if it was closed, and writes the function and the procedures of an absorber anew, from the templates.
CREATE PROCEDURE ShockAbsorber.Refresh
    @Id int
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    DECLARE @target_schema sysname, @target_name sysname, @schema_name sysname, @buffer_name sysname, @kind varchar(20), @persisted bit,
        @interval_seconds numeric(10, 2), @interval_rows bigint, @max_errors int, @maxdop int, @buckets bigint, @form varchar(10),
        @key_index_id int, @buffer_id int, @schema nvarchar(300), @sql nvarchar(max), @position int = 0, @message nvarchar(2000);
    SELECT @target_schema = a.Target_schema, @target_name = a.Target_name, @schema_name = a.Schema_name, @buffer_name = a.Buffer_name,
        @kind = a.Buffer_kind, @persisted = a.Persisted, @interval_seconds = a.Interval_seconds, @interval_rows = a.Interval_rows,
        @max_errors = a.Max_errors, @maxdop = a.Maxdop, @buckets = a.HashBuckets, @form = a.Merge_form
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Id = @Id;
    SET @schema = QUOTENAME(@schema_name) + N'.';
    SET @buffer_id = OBJECT_ID(@schema + QUOTENAME(@buffer_name));
    SELECT @key_index_id = e.Key_index_id
    FROM ShockAbsorber.Eligibility AS e
    WHERE e.Object_id = OBJECT_ID(QUOTENAME(@target_schema) + N'.' + QUOTENAME(@target_name));
    IF @buffer_id IS NULL OR @key_index_id IS NULL
    BEGIN
        SET @message = CONCAT(N'The absorber of ', QUOTENAME(@target_schema), N'.', QUOTENAME(@target_name),
            N' is left as it is: its target, the target''s key, or its buffer is gone.');
        PRINT @message;
        RETURN;
    END;

    IF OBJECT_ID(@schema + QUOTENAME(N'CK_' + @buffer_name + N'_closed')) IS NOT NULL
    BEGIN
        SET @sql = N'ALTER TABLE ' + @schema + QUOTENAME(@buffer_name) + N' DROP CONSTRAINT ' + QUOTENAME(N'CK_' + @buffer_name + N'_closed') + N';';
        EXECUTE sp_executesql @sql;
    END;

    CREATE TABLE #absorber_statement (Position int IDENTITY(1, 1) NOT NULL, Name varchar(40) NOT NULL, Statement nvarchar(max) NOT NULL);
    IF @kind = 'memory' AND OBJECT_ID(@schema + QUOTENAME(N'FN_' + @buffer_name)) IS NULL
    BEGIN
        EXECUTE ShockAbsorber.Script @Target_schema = @target_schema, @Target_name = @target_name, @Key_index_id = @key_index_id,
            @Schema_name = @schema_name, @Buffer_name = @buffer_name, @Buffer_kind = @kind, @Persisted = @persisted,
            @Interval_seconds = @interval_seconds, @Interval_rows = @interval_rows, @Max_errors = @max_errors, @Maxdop = @maxdop,
            @HashBuckets = @buckets, @Merge_form = @form, @Buffer_id = @buffer_id, @Only = 'function';
        SELECT @sql = s.Statement FROM #absorber_statement AS s;
        EXECUTE sp_executesql @sql;
        DELETE FROM #absorber_statement;
    END;

    EXECUTE ShockAbsorber.Script @Target_schema = @target_schema, @Target_name = @target_name, @Key_index_id = @key_index_id,
        @Schema_name = @schema_name, @Buffer_name = @buffer_name, @Buffer_kind = @kind, @Persisted = @persisted,
        @Interval_seconds = @interval_seconds, @Interval_rows = @interval_rows, @Max_errors = @max_errors, @Maxdop = @maxdop,
        @HashBuckets = @buckets, @Merge_form = @form, @Buffer_id = @buffer_id, @Only = 'procedures';
    -- In one transaction, so that a loop never finds them missing.
    BEGIN TRY
        BEGIN TRANSACTION;
        SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'SYNC_' + @buffer_name) + N';';
        EXECUTE sp_executesql @sql;
        SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'BATCH_' + @buffer_name) + N';';
        EXECUTE sp_executesql @sql;
        WHILE 1 = 1
        BEGIN
            SET @sql = NULL;
            SELECT TOP (1) @sql = s.Statement, @position = s.Position FROM #absorber_statement AS s WHERE s.Position > @position ORDER BY s.Position;
            IF @sql IS NULL
                BREAK;
            EXECUTE sp_executesql @sql;
        END;
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
        THROW;
    END CATCH;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Close_buffer;
GO
-- Keeps producers out of a buffer, which they learn from the name of a check constraint, and tells whether rows are left in it.
-- The constraint lets in the rows that are there. It can only be added when no producer is in the midst of writing: no row is missed.
-- ShockAbsorber.Refresh opens the buffer again.
CREATE PROCEDURE ShockAbsorber.Close_buffer
    @Schema_name sysname,
    @Buffer_name sysname,
    @Is_empty    bit OUTPUT
AS
BEGIN
    SET NOCOUNT ON;
    SET LOCK_TIMEOUT 2000;
    DECLARE @schema nvarchar(300) = QUOTENAME(@Schema_name) + N'.', @sql nvarchar(max), @last bigint, @tries int = 0, @number int, @message nvarchar(2000);

    -- The native function is bound to the buffer's schema.
    SET @sql = N'DROP FUNCTION IF EXISTS ' + @schema + QUOTENAME(N'FN_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    IF OBJECT_ID(@schema + QUOTENAME(N'CK_' + @Buffer_name + N'_closed')) IS NOT NULL
    BEGIN
        SET @sql = N'ALTER TABLE ' + @schema + QUOTENAME(@Buffer_name) + N' DROP CONSTRAINT ' + QUOTENAME(N'CK_' + @Buffer_name + N'_closed') + N';';
        EXECUTE sp_executesql @sql;
    END;

    WHILE 1 = 1
    BEGIN
        SET @tries += 1;
        SET @number = NULL;
        BEGIN TRY
            SET @sql = N'SELECT @last = ISNULL(MAX(b.[##ShockAbsorberIdentity##]), 0) FROM ' + @schema + QUOTENAME(@Buffer_name) + N' AS b;';
            EXECUTE sp_executesql @sql, N'@last bigint OUTPUT', @last = @last OUTPUT;
            SET @sql = N'ALTER TABLE ' + @schema + QUOTENAME(@Buffer_name) + N' ADD CONSTRAINT ' + QUOTENAME(N'CK_' + @Buffer_name + N'_closed')
                + N' CHECK ([##ShockAbsorberIdentity##] <= ' + CONVERT(nvarchar(20), @last) + N');';
            EXECUTE sp_executesql @sql;
        END TRY
        BEGIN CATCH
            SELECT @number = ERROR_NUMBER(), @message = ERROR_MESSAGE();
            IF @@TRANCOUNT > 0
                ROLLBACK TRANSACTION;
            IF @tries = 5
            BEGIN
                SET @message = LEFT(CONCAT(N'Producers are writing to the buffer ', @schema, QUOTENAME(@Buffer_name),
                    N', which cannot be closed meanwhile. Stop them, or try again. (', @message, N')'), 2000);
                THROW 50409, @message, 1;
            END;
        END CATCH;
        IF @number IS NULL
            BREAK;
    END;
    SET @Is_empty = CASE @last WHEN 0 THEN 1 ELSE 0 END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Drain;
GO
-- Merges what is in a buffer, closes it, and looks again, until it is closed and empty. The caller holds the absorber's lock.
CREATE PROCEDURE ShockAbsorber.Drain
    @Id int
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @schema_name sysname, @buffer_name sysname, @batch nvarchar(500), @picked bigint, @is_empty bit = 0, @tries int = 0, @message nvarchar(2000);
    SELECT @schema_name = a.Schema_name, @buffer_name = a.Buffer_name, 
        @batch = N'EXECUTE ' + QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(N'BATCH_' + a.Buffer_name) + N' @Quiet = 1, @Picked = @picked OUTPUT;'
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Id = @Id;

    WHILE @is_empty = 0
    BEGIN
        IF @tries = 5
        BEGIN
            SET @message = CONCAT(N'Rows keep arriving in the buffer ', QUOTENAME(@schema_name), N'.', QUOTENAME(@buffer_name), N'. Stop the producers, then try again.');
            THROW 50409, @message, 1;
        END;
        IF @tries > 0
            EXECUTE ShockAbsorber.Refresh @Id = @Id;
        SET @tries += 1;
        SET @picked = 1;
        WHILE @picked > 0
            EXECUTE sp_executesql @batch, N'@picked bigint OUTPUT', @picked = @picked OUTPUT;
        EXECUTE ShockAbsorber.Close_buffer @Schema_name = @schema_name, @Buffer_name = @buffer_name, @Is_empty = @is_empty OUTPUT;
    END;
END;
GO

-- source/create.sql
-- Creates an absorber, or prints the statements that would.
DROP PROCEDURE IF EXISTS ShockAbsorber.Check_settings;
GO
CREATE PROCEDURE ShockAbsorber.Check_settings
    @Interval_seconds numeric(10, 2),
    @Interval_rows    bigint,
    @Max_errors       int,
    @Maxdop           int,
    @HashBuckets      bigint
AS
BEGIN
    DECLARE @problems nvarchar(2000) = N'';
    IF @Interval_seconds IS NULL OR @Interval_seconds < 0.01 OR @Interval_seconds > 3600
        SET @problems += CONCAT(N' @Interval_seconds must be from 0.01 to 3600; it is ', ISNULL(CONVERT(nvarchar(20), @Interval_seconds), N'NULL'), N'.');
    IF @Interval_rows < 1 OR @Interval_rows > 10000000
        SET @problems += CONCAT(N' @Interval_rows must be from 1 to 10,000,000, or NULL for all that are queued; it is ', @Interval_rows, N'.');
    IF @Max_errors IS NULL OR @Max_errors < 1 OR @Max_errors > 1000
        SET @problems += CONCAT(N' @Max_errors must be from 1 to 1,000; it is ', ISNULL(CONVERT(nvarchar(20), @Max_errors), N'NULL'), N'.');
    IF @Maxdop IS NULL OR @Maxdop < 0 OR @Maxdop > 64
        SET @problems += CONCAT(N' @Maxdop must be from 0 (the server''s setting) to 64; it is ', ISNULL(CONVERT(nvarchar(20), @Maxdop), N'NULL'), N'.');
    IF @HashBuckets < 1 OR @HashBuckets > 1073741824
        SET @problems += CONCAT(N' @HashBuckets must be from 1 to 1,073,741,824, or NULL for no hash index; it is ', @HashBuckets, N'.');
    IF @problems <> N''
    BEGIN
        SET @problems = LTRIM(@problems);
        THROW 50400, @problems, 1;
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Resolve;
GO
-- The table that a name means; fails where there is none.
CREATE PROCEDURE ShockAbsorber.Resolve
    @Object    nvarchar(517),
    @Schema    sysname OUTPUT,
    @Table     sysname OUTPUT,
    @Object_id int     OUTPUT
AS
BEGIN
    DECLARE @message nvarchar(2000), @kind nvarchar(60);
    IF @@TRANCOUNT > 0
        THROW 50400, N'It was called inside a transaction, in which tables and procedures of absorbers cannot be made or dropped. Commit first.', 1;
    SELECT @Schema = NULL, @Table = NULL, @Object_id = OBJECT_ID(@Object);
    SET @message = CASE
        WHEN @Object IS NULL THEN N'@Object is missing. Name the target table, such as N''dbo.DemoTable''.'
        WHEN PARSENAME(@Object, 3) <> DB_NAME() THEN CONCAT(@Object, N' lies in another database. Install the framework there, and call it there.')
        WHEN PARSENAME(@Object, 1) LIKE N'#%' THEN CONCAT(@Object, N' is a temporary table, which only its own session can reach.')
        WHEN @Object_id IS NULL THEN CONCAT(N'There is no table ', @Object, N' in the database ', QUOTENAME(DB_NAME()),
            N', or a right to see it is missing. Names that are unusual go into brackets: [my schema].[my table].') END;
    IF @message IS NULL
    BEGIN
        SELECT @Schema = s.name, @Table = t.name
        FROM sys.tables AS t
        INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id
        WHERE t.object_id = @Object_id;
        IF @Table IS NULL
        BEGIN
            SELECT @kind = o.type_desc FROM sys.objects AS o WHERE o.object_id = @Object_id;
            SET @message = CONCAT(@Object, CASE @kind
                WHEN N'VIEW' THEN N' is a view, whose rows lie elsewhere. Absorb the table behind it.'
                WHEN N'SYNONYM' THEN N' is a synonym. Name the table that it stands for.'
                ELSE N' is not a table (' + ISNULL(@kind, N'of an unknown kind') + N'). Absorb a table.' END);
        END;
    END;
    IF @message IS NOT NULL
        THROW 50400, @message, 1;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.[Create];
GO
CREATE PROCEDURE ShockAbsorber.[Create]
    @Object               nvarchar(517),             -- the target table
    @ShockAbsorber_schema sysname        = N'ShockAbsorber', -- of the buffer and of what belongs to it
    @Persisted            bit            = 1,        -- 0: rows in a memory buffer are lost when the server restarts
    @Interval_seconds     numeric(10, 2) = 1,        -- between batches that find nothing
    @Interval_rows        bigint         = NULL,     -- of a batch; NULL: all that are queued
    @Drop_existing        bit            = 0,        -- 1: an existing absorber goes first, if its buffer is empty
    @Maxdop               int            = 0,        -- of the merge; 0: the server's setting
    @HashBuckets          bigint         = NULL,     -- of a hash index on the buffer; NULL: none
    @Max_errors           int            = 3,        -- consecutive ones that make an agent give up
    @Buffer               varchar(20)    = NULL,     -- 'memory' or 'disk'; NULL: memory if possible
    @Merge_form           varchar(10)    = NULL,     -- 'merge' or 'update' (then insert); NULL: merge if possible
    @Print_only           bit            = 0         -- 1: return the statements, change nothing
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    DECLARE @schema sysname, @table sysname, @object_id int, @key_index_id int, @obstacles nvarchar(max), @remarks nvarchar(max), @message nvarchar(2000),
        @has_merge bit, @has_waitfor bit, @has_lock_escalation bit, @index_options nvarchar(200), @memory_obstacles nvarchar(4000), @is_secured bit = 0,
        @existing int, @buffer_name sysname, @locked int = -1, @position int = 0, @statement nvarchar(max), @is_begun bit = 0, @target nvarchar(300);

    EXECUTE ShockAbsorber.Resolve @Object = @Object, @Schema = @schema OUTPUT, @Table = @table OUTPUT, @Object_id = @object_id OUTPUT;
    SET @target = QUOTENAME(@schema) + N'.' + QUOTENAME(@table);
    EXECUTE ShockAbsorber.Check_settings @Interval_seconds = @Interval_seconds, @Interval_rows = @Interval_rows, @Max_errors = @Max_errors,
        @Maxdop = @Maxdop, @HashBuckets = @HashBuckets;
    SET @message = CASE
        WHEN @Persisted IS NULL THEN N'@Persisted must be 0 or 1.'
        WHEN @Buffer NOT IN ('memory', 'disk') THEN N'@Buffer must be ''memory'' or ''disk'', or NULL for what the server can do.'
        WHEN @Merge_form NOT IN ('merge', 'update') THEN N'@Merge_form must be ''merge'' or ''update'', or NULL for what the server can do.'
        WHEN SCHEMA_ID(@ShockAbsorber_schema) IS NULL THEN CONCAT(N'There is no schema ', @ShockAbsorber_schema, N'. Create it first: CREATE SCHEMA ',
            QUOTENAME(@ShockAbsorber_schema), N';') END;
    IF @message IS NOT NULL
        THROW 50400, @message, 1;

    -- Who may be absorbed.
    SELECT @obstacles = e.Obstacles, @remarks = e.Remarks, @key_index_id = e.Key_index_id
    FROM ShockAbsorber.Eligibility AS e
    WHERE e.Object_id = @object_id;
    IF OBJECT_ID(N'sys.security_predicates') IS NOT NULL
        EXECUTE sp_executesql N'IF EXISTS (
    SELECT 1
    FROM sys.security_predicates AS p
    INNER JOIN sys.security_policies AS y ON y.object_id = p.object_id
    WHERE p.target_object_id = @object_id AND y.is_enabled = 1)
    SET @is_secured = 1;',
            N'@object_id int, @is_secured bit OUTPUT', @object_id = @object_id, @is_secured = @is_secured OUTPUT;
    IF @is_secured = 1
        SET @obstacles = N'Row-level security applies to it, so that rows could be refused or hidden. ' + @obstacles;
    IF @obstacles <> N''
    BEGIN
        SET @message = LEFT(CONCAT(@target, N' cannot be absorbed. ', REPLACE(@obstacles, NCHAR(10), N' ')), 2000);
        THROW 50400, @message, 1;
    END;

    -- What the server can do.
    EXECUTE ShockAbsorber.Capabilities @Has_merge = @has_merge OUTPUT, @Has_waitfor = @has_waitfor OUTPUT,
        @Has_lock_escalation = @has_lock_escalation OUTPUT, @Index_options = @index_options OUTPUT, @Memory_obstacles = @memory_obstacles OUTPUT;
    IF CHARINDEX(N'The buffer will be a disk table', @remarks) > 0
        SET @memory_obstacles += SUBSTRING(@remarks, CHARINDEX(N'The buffer will be a disk table', @remarks), 400) + NCHAR(10);
    IF @Buffer = 'memory' AND @memory_obstacles <> N''
    BEGIN
        SET @message = LEFT(CONCAT(N'The buffer of ', @target, N' cannot be memory-optimized. ', REPLACE(@memory_obstacles, NCHAR(10), N' '),
            N'Or let it be a disk table: @Buffer = ''disk''.'), 2000);
        THROW 50400, @message, 1;
    END;
    IF @Merge_form = 'merge' AND @has_merge = 0
        THROW 50400, N'This server has no MERGE. Leave @Merge_form out, or say ''update''.', 1;
    IF @Buffer = 'disk' AND @HashBuckets IS NOT NULL
        THROW 50400, N'A disk buffer has no hash index. Leave @HashBuckets out.', 1;
    IF @Buffer IS NULL
        SET @Buffer = CASE @memory_obstacles WHEN N'' THEN 'memory' ELSE 'disk' END;
    IF @Buffer = 'disk'
        SELECT @Persisted = 1, @HashBuckets = NULL;
    SET @Merge_form = ISNULL(@Merge_form, CASE @has_merge WHEN 1 THEN 'merge' ELSE 'update' END);
    SET @message = NULL;
    -- Babelfish loses the session's user when an error follows HAS_PERMS_BY_NAME.
    IF SERVERPROPERTY('Babelfish') IS NULL AND (HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE TABLE') = 0
        OR HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE PROCEDURE') = 0
        OR HAS_PERMS_BY_NAME(QUOTENAME(@ShockAbsorber_schema), 'SCHEMA', 'ALTER') = 0)
        SET @message = CONCAT(N'Rights are missing. Let a database owner create the absorber, or run: GRANT CREATE TABLE, CREATE PROCEDURE, CREATE FUNCTION TO ',
            QUOTENAME(USER_NAME()), N'; GRANT ALTER ON SCHEMA::', QUOTENAME(@ShockAbsorber_schema), N' TO ', QUOTENAME(USER_NAME()), N';');
    IF @message IS NOT NULL AND @Print_only = 0
        THROW 50403, @message, 1;

    CREATE TABLE #absorber_statement (Position int IDENTITY(1, 1) NOT NULL, Name varchar(40) NOT NULL, Statement nvarchar(max) NOT NULL);
    BEGIN TRY
        IF @Print_only = 0
        BEGIN
            EXECUTE ShockAbsorber.Take_lock @Name = N'ShockAbsorber:setup', @Timeout = 10000, @Taken = @locked OUTPUT;
            IF @locked < 0
                THROW 50409, N'Another session creates, changes or drops an absorber. Try again when it is done.', 1;
        END;

        SELECT @existing = a.Id, @buffer_name = a.Buffer_name
        FROM ShockAbsorber.Absorber AS a
        WHERE a.Target_schema = @schema AND a.Target_name = @table;
        IF @existing IS NOT NULL AND @Drop_existing = 0
        BEGIN
            SET @message = CONCAT(@target, N' has an absorber already. Change it with ShockAbsorber.[Change], or say @Drop_existing = 1 to replace it.');
            THROW 50400, @message, 1;
        END;
        IF @existing IS NOT NULL
            INSERT INTO #absorber_statement (Name, Statement)
            VALUES ('drop', N'EXECUTE ShockAbsorber.[Drop] @Object = N''' + REPLACE(@target, N'''', N'''''') + N''';');
        IF @existing IS NULL OR SCHEMA_ID(@ShockAbsorber_schema) <> ISNULL((SELECT SCHEMA_ID(a.Schema_name) FROM ShockAbsorber.Absorber AS a WHERE a.Id = @existing), 0)
            EXECUTE ShockAbsorber.Free_name @Schema_name = @ShockAbsorber_schema, @Target_schema = @schema, @Target_name = @table, @Name = @buffer_name OUTPUT;

        EXECUTE ShockAbsorber.Script @Target_schema = @schema, @Target_name = @table, @Key_index_id = @key_index_id,
            @Schema_name = @ShockAbsorber_schema, @Buffer_name = @buffer_name, @Buffer_kind = @Buffer, @Persisted = @Persisted,
            @Interval_seconds = @Interval_seconds, @Interval_rows = @Interval_rows, @Max_errors = @Max_errors, @Maxdop = @Maxdop,
            @HashBuckets = @HashBuckets, @Merge_form = @Merge_form;

        IF @Print_only = 1
            SELECT s.Statement FROM #absorber_statement AS s ORDER BY s.Position;
        ELSE
        BEGIN
            WHILE 1 = 1
            BEGIN
                SET @statement = NULL;
                SELECT TOP (1) @statement = s.Statement, @position = s.Position, @is_begun = CASE s.Name WHEN 'drop' THEN @is_begun ELSE 1 END
                FROM #absorber_statement AS s
                WHERE s.Position > @position
                ORDER BY s.Position;
                IF @statement IS NULL
                    BREAK;
                EXECUTE sp_executesql @statement;
            END;
            EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';

            IF @memory_obstacles <> N'' AND @Buffer = 'disk'
            BEGIN
                SET @message = LEFT(CONCAT(N'The buffer is a disk table. ', REPLACE(@memory_obstacles, NCHAR(10), N' ')), 2000);
                PRINT @message;
            END;
            IF @has_waitfor = 0
                PRINT N'This server has no WAITFOR, so there is no SYNC_ procedure: let an agent run the batches.';
            SELECT a.Id, a.Target_schema, a.Target_name, a.Schema_name, a.Buffer_name, a.Buffer_kind, a.Persisted, a.Interval_seconds,
                a.Interval_rows, a.Max_errors, a.Maxdop, a.HashBuckets, a.Merge_form, a.Enabled, a.Created_at
            FROM ShockAbsorber.Absorber AS a
            WHERE a.Target_schema = @schema AND a.Target_name = @table;
        END;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
        -- Nothing half-made is left behind. Nobody can have written to the buffer yet: it was not announced.
        IF @is_begun = 1
        BEGIN
            BEGIN TRY
                EXECUTE ShockAbsorber.Remove @Schema_name = @ShockAbsorber_schema, @Buffer_name = @buffer_name;
            END TRY
            BEGIN CATCH
                SET @message = ERROR_MESSAGE();
                PRINT CONCAT(N'What was made could not be removed: ', @message);
            END CATCH;
        END;
        IF @locked >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';
        THROW;
    END CATCH;
END;
GO

-- source/rebuild.sql
-- Changes of a buffer that cost its readers and writers a moment.
DROP PROCEDURE IF EXISTS ShockAbsorber.Rebucket;
GO
-- Changes the hash index of a memory buffer in place. ShockAbsorber.Refresh follows.
CREATE PROCEDURE ShockAbsorber.Rebucket
    @Id          int,
    @HashBuckets bigint
AS
BEGIN
    SET NOCOUNT ON;
    SET LOCK_TIMEOUT 2000;
    DECLARE @schema nvarchar(300), @buffer_name sysname, @buckets_now bigint, @sql nvarchar(max);
    SELECT @schema = QUOTENAME(a.Schema_name) + N'.', @buffer_name = a.Buffer_name, @buckets_now = a.HashBuckets
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Id = @Id;

    -- The native function is bound to the buffer's schema.
    SET @sql = N'DROP FUNCTION IF EXISTS ' + @schema + QUOTENAME(N'FN_' + @buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'ALTER TABLE ' + @schema + QUOTENAME(@buffer_name) + CASE
        WHEN @HashBuckets IS NULL THEN N' DROP INDEX [##ShockAbsorberHash##];'
        WHEN @buckets_now IS NULL THEN N' ADD INDEX [##ShockAbsorberHash##] NONCLUSTERED HASH ([##ShockAbsorberIdentity##]) WITH (BUCKET_COUNT = '
            + CONVERT(nvarchar(20), @HashBuckets) + N');'
        ELSE N' ALTER INDEX [##ShockAbsorberHash##] REBUILD WITH (BUCKET_COUNT = ' + CONVERT(nvarchar(20), @HashBuckets) + N');' END;
    EXECUTE sp_executesql @sql;
    UPDATE ShockAbsorber.Absorber SET HashBuckets = @HashBuckets WHERE Id = @Id;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Rebuild;
GO
-- Makes a buffer anew, after its rows were merged. Its numbers start at 1 again, and so does the absorber's progress.
-- ShockAbsorber.Refresh follows.
CREATE PROCEDURE ShockAbsorber.Rebuild
    @Id          int,
    @Persisted   bit,
    @HashBuckets bigint
AS
BEGIN
    SET NOCOUNT ON;
    SET LOCK_TIMEOUT 2000;
    DECLARE @target_schema sysname, @target_name sysname, @schema_name sysname, @buffer_name sysname, @kind varchar(20),
        @interval_seconds numeric(10, 2), @interval_rows bigint, @max_errors int, @maxdop int, @form varchar(10),
        @key_index_id int, @buffer nvarchar(300), @sql nvarchar(max), @position int = 0;
    SELECT @target_schema = a.Target_schema, @target_name = a.Target_name, @schema_name = a.Schema_name, @buffer_name = a.Buffer_name,
        @kind = a.Buffer_kind, @interval_seconds = a.Interval_seconds, @interval_rows = a.Interval_rows, @max_errors = a.Max_errors,
        @maxdop = a.Maxdop, @form = a.Merge_form, @buffer = QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name)
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Id = @Id;
    SELECT @key_index_id = e.Key_index_id
    FROM ShockAbsorber.Eligibility AS e
    WHERE e.Object_id = OBJECT_ID(QUOTENAME(@target_schema) + N'.' + QUOTENAME(@target_name));
    IF @key_index_id IS NULL
        THROW 50400, N'The target, or its key, is gone, so that rows cannot be merged. Drop the absorber.', 1;

    CREATE TABLE #absorber_statement (Position int IDENTITY(1, 1) NOT NULL, Name varchar(40) NOT NULL, Statement nvarchar(max) NOT NULL);
    EXECUTE ShockAbsorber.Script @Target_schema = @target_schema, @Target_name = @target_name, @Key_index_id = @key_index_id,
        @Schema_name = @schema_name, @Buffer_name = @buffer_name, @Buffer_kind = @kind, @Persisted = @Persisted,
        @Interval_seconds = @interval_seconds, @Interval_rows = @interval_rows, @Max_errors = @max_errors, @Maxdop = @maxdop,
        @HashBuckets = @HashBuckets, @Merge_form = @form, @Only = 'buffer';
    INSERT INTO #absorber_statement (Name, Statement)
    SELECT 'grant', p.state_desc + N' ' + p.permission_name + N' ON ' + @buffer + N' TO ' + QUOTENAME(u.name) + N';'
    FROM sys.database_permissions AS p
    INNER JOIN sys.database_principals AS u ON u.principal_id = p.grantee_principal_id
    WHERE p.class = 1 AND p.minor_id = 0 AND p.major_id = OBJECT_ID(@buffer) AND p.state IN ('G', 'D');

    IF OBJECT_ID(@buffer) IS NOT NULL
    BEGIN
        EXECUTE ShockAbsorber.Drain @Id = @Id;
        SET @sql = N'DROP TABLE ' + @buffer + N';';
        EXECUTE sp_executesql @sql;
    END;
    WHILE 1 = 1
    BEGIN
        SET @sql = NULL;
        SELECT TOP (1) @sql = s.Statement, @position = s.Position FROM #absorber_statement AS s WHERE s.Position > @position ORDER BY s.Position;
        IF @sql IS NULL
            BREAK;
        EXECUTE sp_executesql @sql;
    END;
    UPDATE ShockAbsorber.Progress SET Absorbed = 0 WHERE Absorber_id = @Id;
    UPDATE ShockAbsorber.Absorber SET Persisted = @Persisted, HashBuckets = @HashBuckets WHERE Id = @Id;
END;
GO

-- source/change.sql
-- Changes the settings of an absorber. NULL leaves one as it is.
DROP PROCEDURE IF EXISTS ShockAbsorber.[Change];
GO
-- Interval, rows, errors and MAXDOP count from the next batch on, also of a running loop. Hash buckets and persistence change the
-- buffer itself: the loop must stand still, and producers get errors for the moment that it takes. Buckets are changed in place.
-- Persistence is fixed when a table is made: the rows are merged into the target, and the empty buffer is made anew.
CREATE PROCEDURE ShockAbsorber.[Change]
    @Object                 nvarchar(517), -- the target table
    @Interval_seconds       numeric(10, 2) = NULL,
    @Interval_rows          bigint         = NULL,
    @Max_errors             int            = NULL,
    @Maxdop                 int            = NULL,
    @Persisted              bit            = NULL,
    @HashBuckets            bigint         = NULL,
    @Set_interval_rows_null bit            = 0, -- 1: batches take all rows that are queued
    @Set_hashbuckets_null   bit            = 0  -- 1: the hash index goes
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    DECLARE @id int, @schema_name sysname, @buffer_name sysname, @kind varchar(20), @maxdop_now int, @persisted_now bit, @buckets_now bigint,
        @buffer nvarchar(300), @lock nvarchar(255), @setup int = -1, @loop int = -1, @is_closed bit = 0, @is_missing bit = 0, @message nvarchar(2000);
    EXECUTE ShockAbsorber.Find_absorber @Object = @Object, @Id = @id OUTPUT;
    SELECT @schema_name = a.Schema_name, @buffer_name = a.Buffer_name, @kind = a.Buffer_kind, @maxdop_now = a.Maxdop,
        @persisted_now = a.Persisted, @buckets_now = a.HashBuckets,
        @Interval_seconds = ISNULL(@Interval_seconds, a.Interval_seconds), @Max_errors = ISNULL(@Max_errors, a.Max_errors),
        @Maxdop = ISNULL(@Maxdop, a.Maxdop), @Persisted = ISNULL(@Persisted, a.Persisted),
        @Interval_rows = CASE @Set_interval_rows_null WHEN 1 THEN NULL ELSE ISNULL(@Interval_rows, a.Interval_rows) END,
        @HashBuckets = CASE @Set_hashbuckets_null WHEN 1 THEN NULL ELSE ISNULL(@HashBuckets, a.HashBuckets) END
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Id = @id;
    EXECUTE ShockAbsorber.Check_settings @Interval_seconds = @Interval_seconds, @Interval_rows = @Interval_rows, @Max_errors = @Max_errors,
        @Maxdop = @Maxdop, @HashBuckets = @HashBuckets;
    SET @buffer = QUOTENAME(@schema_name) + N'.' + QUOTENAME(@buffer_name);
    IF OBJECT_ID(@buffer) IS NULL
        SET @is_missing = 1;
    IF @kind = 'disk' AND (@Persisted = 0 OR @HashBuckets IS NOT NULL)
        THROW 50400, N'The buffer is a disk table: it is always persisted, and has no hash index. Drop the absorber and create it anew for a memory-optimized buffer.', 1;

    SET @lock = CONCAT(N'ShockAbsorber:', @id);
    BEGIN TRY
        EXECUTE ShockAbsorber.Take_lock @Name = N'ShockAbsorber:setup', @Timeout = 10000, @Taken = @setup OUTPUT;
        IF @setup < 0
            THROW 50409, N'Another session creates, changes or drops an absorber. Try again when it is done.', 1;

        IF @Persisted <> @persisted_now OR ISNULL(@HashBuckets, 0) <> ISNULL(@buckets_now, 0) OR @is_missing = 1
        BEGIN
            EXECUTE ShockAbsorber.Take_lock @Name = @lock, @Timeout = 0, @Taken = @loop OUTPUT;
            IF @loop < 0
            BEGIN
                SET @message = CONCAT(N'The loop of ', @Object, N' is running, and its buffer must be rebuilt for this. Stop it first.');
                THROW 50409, @message, 1;
            END;
            SET @is_closed = 1;
            IF @Persisted <> @persisted_now OR @is_missing = 1
                EXECUTE ShockAbsorber.Rebuild @Id = @id, @Persisted = @Persisted, @HashBuckets = @HashBuckets;
            ELSE
                EXECUTE ShockAbsorber.Rebucket @Id = @id, @HashBuckets = @HashBuckets;
        END;

        UPDATE ShockAbsorber.Absorber
        SET Interval_seconds = @Interval_seconds, Interval_rows = @Interval_rows, Max_errors = @Max_errors, Maxdop = @Maxdop
        WHERE Id = @id;
        IF @is_closed = 1 OR @Maxdop <> @maxdop_now
            OR OBJECT_ID(QUOTENAME(@schema_name) + N'.' + QUOTENAME(N'CK_' + @buffer_name + N'_closed')) IS NOT NULL
            EXECUTE ShockAbsorber.Refresh @Id = @id;
        IF @loop >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
        IF @is_closed = 1
        BEGIN
            BEGIN TRY
                EXECUTE ShockAbsorber.Refresh @Id = @id;
            END TRY
            BEGIN CATCH
                SET @message = ERROR_MESSAGE();
                PRINT CONCAT(N'The buffer may still be closed to producers; this procedure opens it when it is run again. ', @message);
            END CATCH;
        END;
        IF @loop >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        IF @setup >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';
        THROW;
    END CATCH;
END;
GO

-- source/drop.sql
-- Drops absorbers, and turns them on and off.
DROP PROCEDURE IF EXISTS ShockAbsorber.[Drop];
GO
-- The target stays as it is. Refuses while a loop runs, and while the buffer holds rows, unless it is told what to do with them.
CREATE PROCEDURE ShockAbsorber.[Drop]
    @Object       nvarchar(517), -- the target table
    @Discard_rows bit = 0,       -- 1: rows in the buffer are thrown away
    @Drain        bit = 0        -- 1: rows in the buffer are merged first
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    SET LOCK_TIMEOUT 2000;
    DECLARE @id int, @schema_name sysname, @buffer_name sysname, @lock nvarchar(255), @setup int = -1, @loop int = -1,
        @sql nvarchar(max), @has_rows bit = 0, @is_empty bit, @is_closed bit = 0, @message nvarchar(2000);

    EXECUTE ShockAbsorber.Find_absorber @Object = @Object, @Id = @id OUTPUT;
    SELECT @schema_name = a.Schema_name, @buffer_name = a.Buffer_name FROM ShockAbsorber.Absorber AS a WHERE a.Id = @id;
    SET @lock = CONCAT(N'ShockAbsorber:', @id);
    BEGIN TRY
        EXECUTE ShockAbsorber.Take_lock @Name = N'ShockAbsorber:setup', @Timeout = 10000, @Taken = @setup OUTPUT;
        IF @setup < 0
            THROW 50409, N'Another session creates, changes or drops an absorber. Try again when it is done.', 1;
        EXECUTE ShockAbsorber.Take_lock @Name = @lock, @Timeout = 0, @Taken = @loop OUTPUT;
        IF @loop < 0
        BEGIN
            SET @message = CONCAT(N'The loop of ', @Object, N' is running. Stop it, by its agent or by EXECUTE ShockAbsorber.[Enable] @Object = …, @Enabled = 0, then drop the absorber.');
            THROW 50409, @message, 1;
        END;

        IF OBJECT_ID(QUOTENAME(@schema_name) + N'.' + QUOTENAME(@buffer_name)) IS NOT NULL AND ISNULL(@Discard_rows, 0) = 0
        BEGIN
            SET @sql = N'IF EXISTS (SELECT 1 FROM ' + QUOTENAME(@schema_name) + N'.' + QUOTENAME(@buffer_name) + N') SET @has_rows = 1;';
            EXECUTE sp_executesql @sql, N'@has_rows bit OUTPUT', @has_rows = @has_rows OUTPUT;
            IF @has_rows = 1 AND ISNULL(@Drain, 0) = 0
            BEGIN
                SET @message = CONCAT(N'The buffer ', QUOTENAME(@schema_name), N'.', QUOTENAME(@buffer_name),
                    N' holds rows that were not absorbed. Let the loop absorb them; or merge them now with EXECUTE ShockAbsorber.[Drop] @Object = …, @Drain = 1; or throw them away with @Discard_rows = 1.');
                THROW 50400, @message, 1;
            END;
            SET @is_closed = 1;
            IF @Drain = 1
                EXECUTE ShockAbsorber.Drain @Id = @id;
            ELSE
            BEGIN
                EXECUTE ShockAbsorber.Close_buffer @Schema_name = @schema_name, @Buffer_name = @buffer_name, @Is_empty = @is_empty OUTPUT;
                IF @is_empty = 0
                    THROW 50409, N'Rows have just arrived in the buffer. Stop the producers, then try again; or say @Drain = 1.', 1;
            END;
        END;
        EXECUTE ShockAbsorber.Remove @Schema_name = @schema_name, @Buffer_name = @buffer_name;
        EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
        IF @is_closed = 1
        BEGIN
            BEGIN TRY
                EXECUTE ShockAbsorber.Refresh @Id = @id;
            END TRY
            BEGIN CATCH
                SET @message = ERROR_MESSAGE();
                PRINT CONCAT(N'The buffer may still be closed to producers; EXECUTE ShockAbsorber.[Change] @Object = … opens it. ', @message);
            END CATCH;
        END;
        IF @loop >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        IF @setup >= 0
            EXECUTE ShockAbsorber.Release_lock @Name = N'ShockAbsorber:setup';
        THROW;
    END CATCH;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.[Enable];
GO
-- Says whether the absorber's loop shall run. Agents and SYNC_ procedures heed it from their next batch on.
CREATE PROCEDURE ShockAbsorber.[Enable]
    @Object  nvarchar(517), -- the target table
    @Enabled bit
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    DECLARE @id int;
    EXECUTE ShockAbsorber.Find_absorber @Object = @Object, @Id = @id OUTPUT;
    IF @Enabled IS NULL
        THROW 50400, N'@Enabled must be 0 or 1.', 1;
    UPDATE ShockAbsorber.Absorber SET Enabled = @Enabled WHERE Id = @id;
END;
GO

-- source/status.sql
-- What absorbers are doing. Depth comes from numbers, not from counting; only @Bucket_health = 1 reads buffers.
DROP PROCEDURE IF EXISTS ShockAbsorber.[Status];
GO
CREATE PROCEDURE ShockAbsorber.[Status]
    @Object        nvarchar(517) = NULL, -- a target table; NULL: all
    @Bucket_health bit           = 0     -- 1: figures of hash indexes, which scans them
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @id int;
    IF @Object IS NOT NULL
        EXECUTE ShockAbsorber.Find_absorber @Object = @Object, @Id = @id OUTPUT;

    CREATE TABLE #absorber_status (
        Id int NOT NULL, Object_id int NULL, Loop_is_running bit NULL, Loop_session_id int NULL, Memory_kb bigint NULL,
        Bucket_count bigint NULL, Empty_bucket_percent numeric(5, 2) NULL, Average_chain bigint NULL, Last_batch_at datetime2(3) NULL);
    INSERT INTO #absorber_status (Id, Object_id, Loop_is_running, Last_batch_at)
    SELECT a.Id, OBJECT_ID(QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name)),
        CASE APPLOCK_TEST('public', CONCAT(CASE WHEN SERVERPROPERTY('Babelfish') = 1 THEN DB_NAME() + N':' END, N'ShockAbsorber:', a.Id), 'Exclusive', 'Session') WHEN 0 THEN 1 ELSE 0 END,
        (SELECT b.At FROM ShockAbsorber.Batch AS b WHERE b.Absorber_id = a.Id AND b.Batch = p.Batch)
    FROM ShockAbsorber.Absorber AS a
    INNER JOIN ShockAbsorber.Progress AS p ON p.Absorber_id = a.Id
    WHERE a.Id = @id OR @id IS NULL;

    -- Not every server has these views, nor every user the right to read them. What cannot be known stays NULL.
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_tran_locks') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Loop_session_id = l.request_session_id
FROM #absorber_status AS s
INNER JOIN sys.dm_tran_locks AS l ON l.resource_type = ''APPLICATION'' AND l.request_status = ''GRANT'' AND l.resource_database_id = DB_ID()
    AND l.resource_description LIKE CONCAT(''%:[[]ShockAbsorber:'', s.Id, '']:%'');';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_db_xtp_table_memory_stats') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Memory_kb = m.memory_allocated_for_table_kb + m.memory_allocated_for_indexes_kb
FROM #absorber_status AS s
INNER JOIN sys.dm_db_xtp_table_memory_stats AS m ON m.object_id = s.Object_id;';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_db_partition_stats') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Memory_kb = p.Kb
FROM #absorber_status AS s
INNER JOIN (SELECT x.object_id, SUM(x.reserved_page_count) * 8 AS Kb FROM sys.dm_db_partition_stats AS x GROUP BY x.object_id) AS p
    ON p.object_id = s.Object_id
WHERE s.Memory_kb IS NULL;';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    IF @Bucket_health = 1 AND OBJECT_ID(N'sys.dm_db_xtp_hash_index_stats') IS NOT NULL
    BEGIN
        BEGIN TRY
            EXECUTE sp_executesql N'UPDATE s SET Bucket_count = h.total_bucket_count, Empty_bucket_percent = 100.0 * h.empty_bucket_count / h.total_bucket_count,
    Average_chain = h.avg_chain_length
FROM #absorber_status AS s
INNER JOIN sys.memory_optimized_tables_internal_attributes AS i ON i.object_id = s.Object_id AND i.type = 1
INNER JOIN sys.dm_db_xtp_hash_index_stats AS h ON h.object_id = i.object_id AND h.xtp_object_id = i.xtp_object_id;';
        END TRY
        BEGIN CATCH
            IF @@TRANCOUNT > 0
                ROLLBACK TRANSACTION;
        END CATCH;
    END;

    SELECT a.Target_schema, a.Target_name, QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) AS Buffer, a.Buffer_kind, a.Enabled,
        w.Issued, w.Absorbed, w.Issued - w.Absorbed AS Depth, s.Loop_is_running, s.Loop_session_id, s.Memory_kb,
        s.Bucket_count, s.Empty_bucket_percent, s.Average_chain, s.Last_batch_at,
        a.Persisted, a.Interval_seconds, a.Interval_rows, a.Max_errors, a.Maxdop, a.HashBuckets, a.Merge_form
    FROM #absorber_status AS s
    INNER JOIN ShockAbsorber.Absorber AS a ON a.Id = s.Id
    INNER JOIN ShockAbsorber.Watermarks AS w ON w.Id = s.Id
    ORDER BY w.Issued - w.Absorbed DESC, a.Target_schema, a.Target_name;
END;
GO

-- source/finish.sql
-- Absorbers that are there get their procedures from the templates installed now.
SET NOCOUNT ON;
DECLARE @id int = 0;
WHILE 1 = 1
BEGIN
    SELECT @id = MIN(a.Id) FROM ShockAbsorber.Absorber AS a WHERE a.Id > @id;
    IF @id IS NULL
        BREAK;
    EXECUTE ShockAbsorber.Refresh @Id = @id;
END;
GO

-- Said last, since it says that everything is there.
IF NOT EXISTS (SELECT 1 FROM ShockAbsorber.Version AS v WHERE v.Version = 1)
    INSERT INTO ShockAbsorber.Version (Version, Installed_at) VALUES (1, SYSUTCDATETIME());
GO

-- What this server can do, and what would help where it cannot.
EXECUTE ShockAbsorber.Requirements;
