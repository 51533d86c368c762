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
