-- One batch: the latest row of each key is merged and purged, with the rows that it replaces.
-- Rows of transactions that are still open are passed over (READPAST), and come later. Numbers up to @bound are considered, the
-- highest issued before the buffer is read: what a transaction writes that began after another had committed lies beyond it.
CREATE PROCEDURE {{batch}}
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
                THROW 50409, N'Another session holds locks on committed rows of the buffer, so that they could not be purged. The batch was rolled back and nothing is lost; end that session''s transaction, or try again.', 1;

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
END;
