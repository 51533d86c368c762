INSERT INTO ShockAbsorber.Absorber (Target_schema, Target_name, Schema_name, Buffer_name, Buffer_kind, Persisted,
    Interval_seconds, Interval_rows, Max_errors, Maxdop, HashBuckets, Merge_form, Enabled, Created_at)
VALUES (N'dbo', N'Computed', N'ShockAbsorber', N'dbo_Computed', 'memory', 1,
    1.00, 1000, 3, 1, NULL, 'merge', 0, SYSUTCDATETIME());
INSERT INTO ShockAbsorber.Progress (Absorber_id, Batch, Absorbed)
SELECT a.Id, 0, 0
FROM ShockAbsorber.Absorber AS a
WHERE a.Schema_name = N'ShockAbsorber' AND a.Buffer_name = N'dbo_Computed';
GO

CREATE TABLE [ShockAbsorber].[dbo_Computed] (
    [id] int NOT NULL,
    [price] money NOT NULL,
    [pieces] int NOT NULL,
    [##ShockAbsorberIdentity##] bigint IDENTITY(1, 1) NOT NULL,
    CONSTRAINT [PK_dbo_Computed] PRIMARY KEY NONCLUSTERED ([##ShockAbsorberIdentity##])
) WITH (MEMORY_OPTIMIZED = ON, DURABILITY = SCHEMA_AND_DATA);
GO

-- The latest row of each key among those numbered up to @identity.
CREATE FUNCTION [ShockAbsorber].[FN_dbo_Computed] (@identity bigint)
RETURNS TABLE
WITH NATIVE_COMPILATION, SCHEMABINDING
AS
RETURN (
    SELECT b.[id], b.[price], b.[pieces]
    FROM [ShockAbsorber].[dbo_Computed] AS b
    WHERE b.[##ShockAbsorberIdentity##] IN (
        SELECT MAX(m.[##ShockAbsorberIdentity##])
        FROM [ShockAbsorber].[dbo_Computed] AS m WITH (INDEX = [PK_dbo_Computed])
        WHERE m.[##ShockAbsorberIdentity##] <= @identity
        GROUP BY m.[id])
);
GO

-- One batch: the latest row of each key is merged, and exactly the rows that were seen are purged.
-- All statements see the buffer as of one moment, the start of the transaction. A row that commits later, even with a lower number,
-- is neither merged nor purged now, but by a later batch.
CREATE PROCEDURE [ShockAbsorber].[BATCH_dbo_Computed]
    @MaxRows bigint = NULL,         -- rows at most, beside the absorber's own limit
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

    EXECUTE ShockAbsorber.Open_batch @Schema_name = N'ShockAbsorber', @Buffer_name = N'dbo_Computed',
        @MaxRows = @MaxRows, @Id = @id OUTPUT, @Rows = @rows OUTPUT, @Absorbed = @absorbed OUTPUT;

    CREATE TABLE #absorber_action (Taken nvarchar(10) NOT NULL);

    BEGIN TRY
        SET @started = SYSUTCDATETIME();
        SET @bound = CONVERT(bigint, IDENT_CURRENT(N'[ShockAbsorber].[dbo_Computed]'));
        BEGIN TRANSACTION;

        SELECT @cutoff = MAX(r.Sequence), @Picked = COUNT_BIG(*)
        FROM (
            SELECT TOP (@rows) b.[##ShockAbsorberIdentity##] AS Sequence
            FROM [ShockAbsorber].[dbo_Computed] AS b WITH (SNAPSHOT)
            ORDER BY b.[##ShockAbsorberIdentity##]) AS r;
        SET @picked_at = SYSUTCDATETIME();
        SET @merged_at = @picked_at;
        SET @purged_at = @picked_at;

        IF @Picked > 0
        BEGIN
            MERGE INTO [dbo].[Computed] WITH (HOLDLOCK) AS t
            USING [ShockAbsorber].[FN_dbo_Computed](@cutoff) AS s
            ON t.[id] = s.[id]
            WHEN MATCHED THEN UPDATE SET
                [price] = s.[price],
                [pieces] = s.[pieces]
            WHEN NOT MATCHED BY TARGET THEN INSERT ([id], [price], [pieces])
                VALUES (s.[id], s.[price], s.[pieces])
            OUTPUT $action INTO #absorber_action (Taken)
            OPTION (MAXDOP 1);
            SELECT @inserted = ISNULL(SUM(CASE a.Taken WHEN N'INSERT' THEN 1 ELSE 0 END), 0),
                @updated = ISNULL(SUM(CASE a.Taken WHEN N'UPDATE' THEN 1 ELSE 0 END), 0)
            FROM #absorber_action AS a;
            SET @merged_at = SYSUTCDATETIME();

            DELETE b
            FROM [ShockAbsorber].[dbo_Computed] AS b WITH (SNAPSHOT)
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
            ROLLBACK TRANSACTION;
        THROW;
    END CATCH;

    IF @Picked = 0 AND @absorbed < @bound
        EXECUTE ShockAbsorber.Skip_numbers @Id = @id, @Bound = @bound;
    IF @Quiet = 0
        EXECUTE ShockAbsorber.Report_batch @Id = @id, @Batch = @batch, @Picked = @Picked, @Inserted = @inserted, @Updated = @updated,
            @Purged = @purged, @Started = @started, @Picked_at = @picked_at, @Merged_at = @merged_at, @Purged_at = @purged_at;
END;
GO

-- The sync loop, for use by hand. It ends when its session ends, when
-- EXECUTE ShockAbsorber.[Enable] @Object = …, @Enabled = 0 says so, or by one of its parameters.
CREATE PROCEDURE [ShockAbsorber].[SYNC_dbo_Computed]
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

    SELECT @id = a.Id, @lock = CONCAT(N'ShockAbsorber:', a.Id)
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Schema_name = N'ShockAbsorber' AND a.Buffer_name = N'dbo_Computed';
    IF @id IS NULL
        THROW 50400, N'This procedure''s absorber is not registered any more. Create it again.', 1;
    IF @@TRANCOUNT > 0
        THROW 50400, N'The sync loop was called inside a transaction, where it could not commit its batches. Commit first.', 1;
    IF @MaxRows <= 0
        THROW 50400, N'@MaxRows must be at least 1, or NULL for no limit.', 1;

    EXECUTE ShockAbsorber.Take_lock @Name = @lock, @Timeout = 0, @Taken = @locked OUTPUT;
    IF @locked < 0
        THROW 50409, N'Another session runs this absorber''s loop, and one at a time is allowed. ShockAbsorber.[Status] tells which.', 1;

    BEGIN TRY
        WHILE 1 = 1
        BEGIN
            SELECT @enabled = MAX(CONVERT(int, a.Enabled)), @interval = MAX(a.Interval_seconds) FROM ShockAbsorber.Absorber AS a WHERE a.Id = @id;
            IF ISNULL(@enabled, 0) = 0
            BEGIN
                RAISERROR (N'The absorber is disabled, or was dropped; the loop ends.', 0, 1) WITH NOWAIT;
                BREAK;
            END;

            SET @number = NULL;
            BEGIN TRY
                EXECUTE [ShockAbsorber].[BATCH_dbo_Computed] @MaxRows = @rest, @Quiet = 1, @Picked = @picked OUTPUT;
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
                SET @text = CONCAT(N'Error ', @number, N', tried again (', @errors, N' of ', @MaxErrors, N' counted): ', @text);
                RAISERROR (N'%s', 0, 1, @text) WITH NOWAIT;
            END CATCH;

            IF @PrintStats = 1 AND @picked > 0
            BEGIN
                SELECT TOP (1) @text = CONCAT(N'batch ', b.Batch, N': picked ', b.Picked, N', inserted ', b.Inserted, N', updated ', b.Updated,
                    N' in ', (b.Pick_us + b.Merge_us) / 1000, N' ms (pick ', b.Pick_us / 1000, N', merge ', b.Merge_us / 1000, N')')
                FROM ShockAbsorber.Batch AS b
                WHERE b.Absorber_id = @id
                ORDER BY b.Batch DESC;
                RAISERROR (N'%s', 0, 1, @text) WITH NOWAIT;
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
                    ELSE 1000 * POWER(2, @errors - 1) END, CONVERT(datetime, '19000101')), 121), 12, 12);
                WAITFOR DELAY @delay;
            END;
        END;
        EXECUTE ShockAbsorber.Release_lock @Name = @lock;
    END TRY
    BEGIN CATCH
        EXECUTE ShockAbsorber.Release_lock @Name = @lock;
        THROW;
    END CATCH;
END;
GO

UPDATE ShockAbsorber.Absorber
SET Enabled = 1
WHERE Schema_name = N'ShockAbsorber' AND Buffer_name = N'dbo_Computed';
