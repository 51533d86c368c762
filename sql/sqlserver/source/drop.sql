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
