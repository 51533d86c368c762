-- The sync loop, for use by hand. It ends when its session ends, when
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

    SELECT @id = a.Id, @lock = CONCAT(N'ShockAbsorber:', a.Id)
    FROM ShockAbsorber.Absorber AS a
    WHERE a.Schema_name = {{schema_literal}} AND a.Buffer_name = {{buffer_name_literal}};
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
