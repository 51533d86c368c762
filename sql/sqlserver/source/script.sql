-- Writes the statements that make an absorber, in order, into the caller's #absorber_statement (Position, Name, Statement).
DROP PROCEDURE IF EXISTS ShockAbsorber.Script;
GO
CREATE PROCEDURE ShockAbsorber.Script
    @Target_schema    nvarchar(128),
    @Target_name      nvarchar(128),
    @Key_index_id     int,
    @Schema_name      nvarchar(128),
    @Buffer_name      nvarchar(128),
    @Buffer_kind      varchar(20),
    @Persisted        bit,
    @Interval_seconds numeric(10, 2),
    @Interval_rows    bigint,
    @Max_errors       int,
    @Maxdop           int,
    @HashBuckets      bigint,
    @Merge_form       varchar(10),
    @Buffer_id        int = NULL, -- of a buffer that is there, whose columns count then
    @Only             varchar(20) = NULL -- 'buffer', 'function' or 'procedures': just these
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @has_merge bit, @has_waitfor bit, @has_lock_escalation bit, @index_options nvarchar(200), @memory_obstacles nvarchar(4000),
        @target nvarchar(300) = QUOTENAME(@Target_schema) + N'.' + QUOTENAME(@Target_name),
        @schema nvarchar(300) = QUOTENAME(@Schema_name) + N'.',
        @form sysname, @name sysname, @position int = 0, @has_identity bit = 0, @has_others bit = 0;
    EXECUTE ShockAbsorber.Capabilities @Has_merge = @has_merge OUTPUT, @Has_waitfor = @has_waitfor OUTPUT,
        @Has_lock_escalation = @has_lock_escalation OUTPUT, @Index_options = @index_options OUTPUT, @Memory_obstacles = @memory_obstacles OUTPUT;

    CREATE TABLE #absorber_column (Ordinal int NOT NULL, Name nvarchar(300) NOT NULL, Key_ordinal int NULL, Is_identity int NOT NULL,
        Definition nvarchar(max) NOT NULL, Type nvarchar(max) NOT NULL);
    CREATE TABLE #absorber_list (List varchar(20) NOT NULL, Position int NOT NULL, Text nvarchar(max) NOT NULL);
    CREATE TABLE #absorber_value (Name varchar(40) NOT NULL, Text nvarchar(max) NULL);

    INSERT INTO #absorber_column (Ordinal, Name, Key_ordinal, Is_identity, Definition, Type)
    SELECT c.Ordinal, c.Name, c.Key_ordinal, c.Is_identity, c.Definition, c.Type
    FROM ShockAbsorber.Columns(OBJECT_ID(@target), @Key_index_id, @Buffer_id) AS c;
    INSERT INTO #absorber_list (List, Position, Text)
    SELECT 'columns', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name FROM #absorber_column AS c
    UNION ALL
    SELECT 'definitions', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name + N' ' + c.Definition FROM #absorber_column AS c
    UNION ALL
    SELECT 'types', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name + N' ' + c.Type FROM #absorber_column AS c
    UNION ALL
    SELECT 'keys', ROW_NUMBER() OVER (ORDER BY c.Key_ordinal), c.Name FROM #absorber_column AS c WHERE c.Key_ordinal IS NOT NULL
    UNION ALL
    SELECT 'others', ROW_NUMBER() OVER (ORDER BY c.Ordinal), c.Name FROM #absorber_column AS c WHERE c.Key_ordinal IS NULL;
    IF EXISTS (SELECT 1 FROM #absorber_column AS c WHERE c.Is_identity = 1)
        SET @has_identity = 1;
    IF EXISTS (SELECT 1 FROM #absorber_column AS c WHERE c.Key_ordinal IS NULL)
        SET @has_others = 1;

    INSERT INTO #absorber_value (Name, Text)
    SELECT 'target', @target
    UNION ALL SELECT 'buffer', @schema + QUOTENAME(@Buffer_name)
    UNION ALL SELECT 'fn', @schema + QUOTENAME(N'FN_' + @Buffer_name)
    UNION ALL SELECT 'batch', @schema + QUOTENAME(N'BATCH_' + @Buffer_name)
    UNION ALL SELECT 'sync', @schema + QUOTENAME(N'SYNC_' + @Buffer_name)
    UNION ALL SELECT 'primary_key', QUOTENAME(N'PK_' + @Buffer_name)
    UNION ALL SELECT 'target_schema_literal', N'N''' + REPLACE(@Target_schema, N'''', N'''''') + N''''
    UNION ALL SELECT 'target_name_literal', N'N''' + REPLACE(@Target_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'schema_literal', N'N''' + REPLACE(@Schema_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_name_literal', N'N''' + REPLACE(@Buffer_name, N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_literal', N'N''' + REPLACE(@schema + QUOTENAME(@Buffer_name), N'''', N'''''') + N''''
    UNION ALL SELECT 'buffer_kind', @Buffer_kind
    UNION ALL SELECT 'persisted', CONVERT(nvarchar(1), @Persisted)
    UNION ALL SELECT 'durability', CASE @Persisted WHEN 1 THEN N'SCHEMA_AND_DATA' ELSE N'SCHEMA_ONLY' END
    UNION ALL SELECT 'interval_seconds', CONVERT(nvarchar(20), @Interval_seconds)
    UNION ALL SELECT 'interval_rows', ISNULL(CONVERT(nvarchar(20), @Interval_rows), N'NULL')
    UNION ALL SELECT 'max_errors', CONVERT(nvarchar(20), @Max_errors)
    UNION ALL SELECT 'maxdop', CONVERT(nvarchar(20), @Maxdop)
    UNION ALL SELECT 'hash_buckets', ISNULL(CONVERT(nvarchar(20), @HashBuckets), N'NULL')
    UNION ALL SELECT 'hash_index', ISNULL(N',
    INDEX [##ShockAbsorberHash##] NONCLUSTERED HASH ([##ShockAbsorberIdentity##]) WITH (BUCKET_COUNT = ' + CONVERT(nvarchar(20), @HashBuckets) + N')', N'')
    UNION ALL SELECT 'merge_form', @Merge_form
    UNION ALL SELECT 'index_options', @index_options
    UNION ALL SELECT 'identity_on', CASE @has_identity WHEN 1 THEN N'SET IDENTITY_INSERT ' + @target + N' ON;
            ' ELSE N'' END
    UNION ALL SELECT 'identity_off', CASE @has_identity WHEN 1 THEN N'
            SET IDENTITY_INSERT ' + @target + N' OFF;' ELSE N'' END
    UNION ALL SELECT 'identity_off_in_catch', CASE @has_identity WHEN 1 THEN N'
        SET IDENTITY_INSERT ' + @target + N' OFF;' ELSE N'' END;

    -- What batches are made of is filled first, and becomes a value itself.
    SET @name = N'source_' + @Buffer_kind;
    EXECUTE ShockAbsorber.Fill @Template = @name, @As = 'source';
    SET @form = @Merge_form + CASE @has_others WHEN 1 THEN N'' ELSE N'_keys' END;
    EXECUTE ShockAbsorber.Fill @Template = @form, @As = 'merge';

    WHILE @position < 8
    BEGIN
        SET @position += 1;
        SET @name = CASE
            WHEN @position = 1 AND @Only IS NULL THEN N'register'
            WHEN @position = 2 AND ISNULL(@Only, 'buffer') = 'buffer' THEN N'buffer_' + @Buffer_kind
            WHEN @position = 3 AND ISNULL(@Only, 'buffer') = 'buffer' AND @Buffer_kind = 'disk' AND @has_lock_escalation = 1 THEN N'lock_escalation'
            WHEN @position = 4 AND ISNULL(@Only, 'function') = 'function' AND @Buffer_kind = 'memory' THEN N'fn'
            WHEN @position = 5 AND ISNULL(@Only, 'procedures') = 'procedures' THEN N'batch_' + @Buffer_kind
            WHEN @position = 6 AND ISNULL(@Only, 'procedures') = 'procedures' AND @has_waitfor = 1 THEN N'sync'
            WHEN @position = 8 AND @Only IS NULL THEN N'enable' END;
        IF @name IS NOT NULL
        BEGIN
            EXECUTE ShockAbsorber.Fill @Template = @name, @As = 'statement';
            INSERT INTO #absorber_statement (Name, Statement) SELECT @name, v.Text FROM #absorber_value AS v WHERE v.Name = 'statement';
        END;
        -- Whoever was allowed by name to insert into the target may insert into the buffer.
        IF @position = 7 AND @Only IS NULL
            INSERT INTO #absorber_statement (Name, Statement)
            SELECT N'grant', N'GRANT INSERT ON ' + @schema + QUOTENAME(@Buffer_name) + N' TO ' + QUOTENAME(u.name) + N';'
            FROM sys.database_principals AS u
            WHERE u.name = N'ShockAbsorber_producer' OR EXISTS (
                SELECT 1
                FROM sys.database_permissions AS p
                WHERE p.grantee_principal_id = u.principal_id AND p.class = 1 AND p.major_id = OBJECT_ID(@target)
                    AND p.permission_name = N'INSERT' AND p.state IN ('G', 'W'));
    END;
END;
