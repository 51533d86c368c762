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
