-- Which tables can be absorbed, and if not, why. Reads the server's own catalog, but for one join that is marked below, so that
-- its query also runs where the framework isn't installed. Obstacles and remarks are sentences, one per line; '' where there are none.
DROP VIEW IF EXISTS ShockAbsorber.Eligibility;
GO
CREATE VIEW ShockAbsorber.Eligibility
AS
SELECT
    e.Schema_name,
    e.Table_name,
    e.Estimated_rows,
    CASE WHEN a.Absorber_id IS NULL THEN CONVERT(bit, 0) ELSE CONVERT(bit, 1) END AS Has_absorber,
    CASE WHEN e.Obstacles = N'' THEN N'' ELSE LEFT(e.Obstacles, LEN(e.Obstacles) - 1) END AS Obstacles,
    CASE WHEN e.Remarks = N'' THEN N'' ELSE LEFT(e.Remarks, LEN(e.Remarks) - 1) END AS Remarks,
    e.Object_id,
    e.Key_index_id
FROM (
    SELECT
        s.name AS Schema_name,
        t.name AS Table_name,
        t.object_id AS Object_id,
        k.index_id AS Key_index_id,
        (SELECT SUM(p.rows) FROM sys.partitions AS p WHERE p.object_id = t.object_id AND p.index_id IN (0, 1)) AS Estimated_rows,
        CONVERT(nvarchar(max), N'')
        + CASE WHEN t.is_ms_shipped = 1 THEN N'It belongs to the server.' + NCHAR(10) ELSE N'' END
        + CASE WHEN s.name = N'ShockAbsorber' OR c.Sequences > 0 THEN N'It belongs to the framework.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_memory_optimized = 1
            THEN N'It is memory-optimized: it takes bursts by itself, and a merge together with a memory-optimized buffer can''t write to it.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.temporal_type = 1 THEN N'It is the history of a temporal table, which the server writes. Absorb the current table.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_external = 1 THEN N'It is an external table. Absorb it where its rows are stored.' + NCHAR(10) ELSE N'' END
        + CASE WHEN t.is_filetable = 1 THEN N'It is a FileTable, whose rows are files.' + NCHAR(10) ELSE N'' END
        + CASE WHEN SERVERPROPERTY('Babelfish') = 1 AND (c.Unquotable > 0 OR CHARINDEX(N'''', s.name) > 0 OR CHARINDEX(N'''', t.name) > 0)
            THEN N'A name contains an apostrophe, which Babelfish cannot quote.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Graph > 0 THEN N'It is a graph table, whose node and edge identifiers only the server can make.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Append_only > 0 THEN N'It is an append-only ledger table, which refuses updates.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Encrypted IS NOT NULL
            THEN N'The column ' + QUOTENAME(c.Encrypted) + N' is encrypted by its clients (Always Encrypted), so that the server cannot move its values.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Foreign_type IS NOT NULL
            THEN N'The column ' + QUOTENAME(c.Foreign_type) + N' has a CLR type of your own, which buffers and tempdb do not know.' + NCHAR(10) ELSE N'' END
        + CASE WHEN k.index_id IS NULL
            THEN N'It has no primary key, nor a unique index on plain NOT NULL columns without a filter, by which rows could be told apart. Add one.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Ignoring IS NOT NULL
            THEN N'The unique index ' + QUOTENAME(i.Ignoring) + N' has IGNORE_DUP_KEY, which would drop rows in silence: ALTER INDEX ' + QUOTENAME(i.Ignoring) + N' ON '
                + QUOTENAME(s.name) + N'.' + QUOTENAME(t.name) + N' REBUILD WITH (IGNORE_DUP_KEY = OFF);' + NCHAR(10) ELSE N'' END
        + CASE WHEN g.Instead_of IS NOT NULL
            THEN N'The INSTEAD OF trigger ' + QUOTENAME(g.Instead_of) + N' decides what becomes of merged rows, so that none could be vouched for.' + NCHAR(10) ELSE N'' END
        AS Obstacles,
        CONVERT(nvarchar(max), N'')
        + CASE WHEN c.Key_identity IS NOT NULL
            THEN N'The identity column ' + QUOTENAME(c.Key_identity) + N' belongs to the key: producers supply its values, and the loop needs ALTER on the table (IDENTITY_INSERT).' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Other_identity IS NOT NULL
            THEN N'The identity column ' + QUOTENAME(c.Other_identity) + N' is numbered by the target and left out of the buffer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Computed > 0 THEN N'Columns that the target computes (computed, rowversion, period, column set) are left out of the buffer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Not_in_memory IS NOT NULL
            THEN N'The buffer will be a disk table: memory-optimized tables lack the type of the column ' + QUOTENAME(c.Not_in_memory) + N'.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Default_not_in_memory IS NOT NULL
            THEN N'The buffer will be a disk table: a memory-optimized table cannot compute the default of the column ' + QUOTENAME(c.Default_not_in_memory) + N'.' + NCHAR(10) ELSE N'' END
        + CASE WHEN c.Masked > 0 THEN N'Masked columns are not masked in the buffer, or the loop would merge the masks. Let nobody read it who should not see them.' + NCHAR(10) ELSE N'' END
        + CASE WHEN k.is_primary_key = 0 THEN N'Rows are told apart by a unique index, since there is no usable primary key.' + NCHAR(10) ELSE N'' END
        + CASE WHEN g.Triggers > 0 THEN N'Triggers fire once for each batch, not for each row that producers write.' + NCHAR(10) ELSE N'' END
        + CASE WHEN EXISTS (SELECT 1 FROM sys.foreign_keys AS f WHERE f.parent_object_id = t.object_id AND f.is_disabled = 0)
                OR EXISTS (SELECT 1 FROM sys.check_constraints AS f WHERE f.parent_object_id = t.object_id AND f.is_disabled = 0)
            THEN N'A row that does not fit a foreign key or check constraint fails its whole batch, not its producer.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Others > 0 THEN N'It has further indexes, which slow merges down. A single clustered index is fastest.' + NCHAR(10) ELSE N'' END
        + CASE WHEN i.Has_clustered = 0 AND SERVERPROPERTY('Babelfish') IS NULL
            THEN N'It is a heap, which takes merges slowly. Make its key clustered.' + NCHAR(10) ELSE N'' END
        AS Remarks
    FROM sys.tables AS t
    INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id
    -- The key: the primary key if it can serve, else the unique index with the fewest columns.
    OUTER APPLY (
        SELECT TOP (1) x.index_id, x.is_primary_key
        FROM sys.indexes AS x
        INNER JOIN sys.index_columns AS xc ON xc.object_id = x.object_id AND xc.index_id = x.index_id AND xc.is_included_column = 0 AND xc.key_ordinal > 0
        INNER JOIN sys.columns AS kc ON kc.object_id = xc.object_id AND kc.column_id = xc.column_id
        INNER JOIN sys.types AS kt ON kt.user_type_id = kc.user_type_id
        WHERE x.object_id = t.object_id AND x.is_unique = 1 AND x.has_filter = 0 AND x.is_disabled = 0 AND x.is_hypothetical = 0
        GROUP BY x.index_id, x.is_primary_key
        HAVING MAX(CASE WHEN kc.is_nullable = 1 OR kc.is_computed = 1 OR kc.generated_always_type > 0 OR kt.name IN (N'timestamp', N'rowversion')
            THEN 1 ELSE 0 END) = 0
        ORDER BY MAX(CASE WHEN x.is_primary_key = 1 THEN 1 ELSE 0 END) DESC, COUNT(*), x.index_id) AS k
    OUTER APPLY (
        SELECT
            SUM(CASE WHEN c.name = N'##ShockAbsorberIdentity##' THEN 1 ELSE 0 END) AS Sequences,
            SUM(CASE WHEN CHARINDEX(N'''', c.name) > 0 THEN 1 ELSE 0 END) AS Unquotable,
            SUM(CASE WHEN c.name LIKE N'$node[_]id[_]%' OR c.name LIKE N'$edge[_]id[_]%' THEN 1 ELSE 0 END) AS Graph,
            MAX(CASE WHEN c.generated_always_type = 7 THEN 1 ELSE 0 END) * (1 - MAX(CASE WHEN c.generated_always_type = 8 THEN 1 ELSE 0 END)) AS Append_only,
            MIN(CASE WHEN c.encryption_type IS NOT NULL THEN c.name END) AS Encrypted,
            MIN(CASE WHEN y.is_assembly_type = 1 AND y.is_user_defined = 1 THEN c.name END) AS Foreign_type,
            MIN(CASE WHEN c.is_identity = 1 AND x.column_id IS NOT NULL THEN c.name END) AS Key_identity,
            MIN(CASE WHEN c.is_identity = 1 AND x.column_id IS NULL THEN c.name END) AS Other_identity,
            SUM(CASE WHEN c.is_computed = 1 OR c.is_column_set = 1 OR c.generated_always_type > 0 OR y.name IN (N'timestamp', N'rowversion')
                THEN 1 ELSE 0 END) AS Computed,
            MIN(CASE WHEN y.name IN (N'datetimeoffset', N'xml', N'sql_variant', N'geography', N'geometry', N'hierarchyid') OR b.name IN (N'datetimeoffset', N'sql_variant')
                THEN c.name END) AS Not_in_memory,
            -- Constants and these functions are known to memory-optimized tables; the rest is not relied on.
            MIN(CASE WHEN LOWER(d.definition) LIKE N'%next value for%'
                    OR (LOWER(d.definition) LIKE N'%[a-z]%(%' AND d.definition NOT LIKE N'(''%' AND d.definition NOT LIKE N'(N''%'
                        AND LOWER(d.definition) NOT IN (N'(getdate())', N'(getutcdate())', N'(sysdatetime())', N'(sysutcdatetime())', N'(newid())'))
                    OR d.definition LIKE N'(''%''+%' OR d.definition LIKE N'(N''%''+%'
                THEN c.name END) AS Default_not_in_memory,
            SUM(CASE WHEN c.is_masked = 1 THEN 1 ELSE 0 END) AS Masked
        FROM sys.columns AS c
        INNER JOIN sys.types AS y ON y.user_type_id = c.user_type_id
        LEFT JOIN sys.types AS b ON b.user_type_id = y.system_type_id
        LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
        LEFT JOIN sys.index_columns AS x ON x.object_id = c.object_id AND x.index_id = k.index_id AND x.column_id = c.column_id AND x.is_included_column = 0 AND x.key_ordinal > 0
        WHERE c.object_id = t.object_id) AS c
    OUTER APPLY (
        SELECT
            MIN(CASE WHEN x.is_unique = 1 AND x.ignore_dup_key = 1 AND x.is_disabled = 0 THEN x.name END) AS Ignoring,
            SUM(CASE WHEN x.index_id > 1 AND x.index_id <> ISNULL(k.index_id, 0) THEN 1 ELSE 0 END) AS Others,
            MAX(CASE WHEN x.type IN (1, 5) THEN 1 ELSE 0 END) AS Has_clustered
        FROM sys.indexes AS x
        WHERE x.object_id = t.object_id AND x.is_hypothetical = 0) AS i
    OUTER APPLY (
        SELECT COUNT(*) AS Triggers, MIN(CASE WHEN x.is_instead_of_trigger = 1 THEN x.name END) AS Instead_of
        FROM sys.triggers AS x
        WHERE x.parent_id = t.object_id AND x.is_disabled = 0) AS g
    ) AS e
-- absorbers: the only part that needs the framework
LEFT JOIN (SELECT x.Id AS Absorber_id, x.Target_schema, x.Target_name FROM ShockAbsorber.Absorber AS x) AS a
    ON a.Target_schema = e.Schema_name COLLATE DATABASE_DEFAULT AND a.Target_name = e.Table_name COLLATE DATABASE_DEFAULT
-- end of absorbers
;
