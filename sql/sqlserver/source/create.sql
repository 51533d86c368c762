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
