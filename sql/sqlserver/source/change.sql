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
