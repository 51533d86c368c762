-- One batch: the latest row of each key is merged, and exactly the rows that were seen are purged.
-- All statements see the buffer as of one moment, the start of the transaction. A row that commits later, even with a lower number,
-- is neither merged nor purged now, but by a later batch.
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
END;
