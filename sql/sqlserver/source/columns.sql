-- What a buffer holds of each column of a target. The only place where columns are chosen and types written.
DROP FUNCTION IF EXISTS ShockAbsorber.Columns;
GO
CREATE FUNCTION ShockAbsorber.Columns (
    @object_id    int, -- the target
    @key_index_id int, -- the index that tells its rows apart
    @buffer_id    int) -- NULL, or the buffer: then only columns that it has
RETURNS TABLE
AS
RETURN
    SELECT
        c.column_id AS Ordinal,
        QUOTENAME(c.name) AS Name,
        CONVERT(int, x.key_ordinal) AS Key_ordinal, -- NULL: not in the key
        CONVERT(int, c.is_identity) AS Is_identity,
        -- in the buffer
        CONVERT(nvarchar(max), y.Text + CASE WHEN c.is_nullable = 1 THEN N' NULL' ELSE N' NOT NULL' END
            + ISNULL(N' DEFAULT ' + d.definition, N'')) AS Definition,
        -- in the batch's own table
        CONVERT(nvarchar(max), y.Text + CASE WHEN c.is_nullable = 1 THEN N' NULL' ELSE N' NOT NULL' END) AS Type
    FROM sys.columns AS c
    INNER JOIN sys.types AS t ON t.user_type_id = c.user_type_id
    LEFT JOIN sys.types AS b ON b.user_type_id = t.system_type_id
    LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
    LEFT JOIN sys.index_columns AS x
        ON x.object_id = c.object_id AND x.index_id = @key_index_id AND x.column_id = c.column_id AND x.is_included_column = 0 AND x.key_ordinal > 0
    -- Alias types are replaced by their base types, which tempdb and memory-optimized tables know; text, ntext and image by what succeeded them.
    CROSS APPLY (SELECT CASE
        WHEN t.name = N'sysname' THEN N'nvarchar'
        WHEN t.is_user_defined = 1 THEN b.name
        ELSE t.name END AS Base) AS n
    CROSS APPLY (SELECT CASE
        WHEN n.Base IN (N'text') THEN N'varchar(max)'
        WHEN n.Base IN (N'ntext') THEN N'nvarchar(max)'
        WHEN n.Base IN (N'image') THEN N'varbinary(max)'
        WHEN n.Base IN (N'varchar', N'nvarchar', N'varbinary') AND c.max_length = -1 THEN n.Base + N'(max)'
        WHEN n.Base IN (N'char', N'varchar', N'binary', N'varbinary') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.max_length) + N')'
        WHEN n.Base IN (N'nchar', N'nvarchar') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.max_length / 2) + N')'
        WHEN n.Base IN (N'decimal', N'numeric') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.precision) + N', ' + CONVERT(nvarchar(10), c.scale) + N')'
        WHEN n.Base IN (N'time', N'datetime2', N'datetimeoffset') THEN n.Base + N'(' + CONVERT(nvarchar(10), c.scale) + N')'
        ELSE n.Base END
        + CASE WHEN c.collation_name IS NOT NULL AND n.Base IN (N'char', N'varchar', N'nchar', N'nvarchar', N'text', N'ntext')
            THEN N' COLLATE ' + c.collation_name ELSE N'' END AS Text) AS y
    WHERE c.object_id = @object_id
        AND c.is_computed = 0 AND c.is_column_set = 0 AND c.generated_always_type = 0
        AND t.name NOT IN (N'timestamp', N'rowversion') AND ISNULL(b.name, N'') <> N'timestamp'
        AND (c.is_identity = 0 OR x.column_id IS NOT NULL)
        AND (@buffer_id IS NULL OR EXISTS (SELECT 1 FROM sys.columns AS o WHERE o.object_id = @buffer_id AND o.name = c.name));
