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
