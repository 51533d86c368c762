-- What absorbers are doing. Depth comes from numbers, not from counting; only @Bucket_health = 1 reads buffers.
DROP PROCEDURE IF EXISTS ShockAbsorber.[Status];
GO
CREATE PROCEDURE ShockAbsorber.[Status]
    @Object        nvarchar(517) = NULL, -- a target table; NULL: all
    @Bucket_health bit           = 0     -- 1: figures of hash indexes, which scans them
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @id int;
    IF @Object IS NOT NULL
        EXECUTE ShockAbsorber.Find_absorber @Object = @Object, @Id = @id OUTPUT;

    CREATE TABLE #absorber_status (
        Id int NOT NULL, Object_id int NULL, Loop_is_running bit NULL, Loop_session_id int NULL, Memory_kb bigint NULL,
        Bucket_count bigint NULL, Empty_bucket_percent numeric(5, 2) NULL, Average_chain bigint NULL, Last_batch_at datetime2(3) NULL);
    INSERT INTO #absorber_status (Id, Object_id, Loop_is_running, Last_batch_at)
    SELECT a.Id, OBJECT_ID(QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name)),
        CASE APPLOCK_TEST('public', CONCAT(CASE WHEN SERVERPROPERTY('Babelfish') = 1 THEN DB_NAME() + N':' END, N'ShockAbsorber:', a.Id), 'Exclusive', 'Session') WHEN 0 THEN 1 ELSE 0 END,
        (SELECT b.At FROM ShockAbsorber.Batch AS b WHERE b.Absorber_id = a.Id AND b.Batch = p.Batch)
    FROM ShockAbsorber.Absorber AS a
    INNER JOIN ShockAbsorber.Progress AS p ON p.Absorber_id = a.Id
    WHERE a.Id = @id OR @id IS NULL;

    -- Not every server has these views, nor every user the right to read them. What cannot be known stays NULL.
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_tran_locks') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Loop_session_id = l.request_session_id
FROM #absorber_status AS s
INNER JOIN sys.dm_tran_locks AS l ON l.resource_type = ''APPLICATION'' AND l.request_status = ''GRANT'' AND l.resource_database_id = DB_ID()
    AND l.resource_description LIKE CONCAT(''%:[[]ShockAbsorber:'', s.Id, '']:%'');';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_db_xtp_table_memory_stats') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Memory_kb = m.memory_allocated_for_table_kb + m.memory_allocated_for_indexes_kb
FROM #absorber_status AS s
INNER JOIN sys.dm_db_xtp_table_memory_stats AS m ON m.object_id = s.Object_id;';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    BEGIN TRY
        IF OBJECT_ID(N'sys.dm_db_partition_stats') IS NOT NULL
            EXECUTE sp_executesql N'UPDATE s SET Memory_kb = p.Kb
FROM #absorber_status AS s
INNER JOIN (SELECT x.object_id, SUM(x.reserved_page_count) * 8 AS Kb FROM sys.dm_db_partition_stats AS x GROUP BY x.object_id) AS p
    ON p.object_id = s.Object_id
WHERE s.Memory_kb IS NULL;';
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
    END CATCH;
    IF @Bucket_health = 1 AND OBJECT_ID(N'sys.dm_db_xtp_hash_index_stats') IS NOT NULL
    BEGIN
        BEGIN TRY
            EXECUTE sp_executesql N'UPDATE s SET Bucket_count = h.total_bucket_count, Empty_bucket_percent = 100.0 * h.empty_bucket_count / h.total_bucket_count,
    Average_chain = h.avg_chain_length
FROM #absorber_status AS s
INNER JOIN sys.memory_optimized_tables_internal_attributes AS i ON i.object_id = s.Object_id AND i.type = 1
INNER JOIN sys.dm_db_xtp_hash_index_stats AS h ON h.object_id = i.object_id AND h.xtp_object_id = i.xtp_object_id;';
        END TRY
        BEGIN CATCH
            IF @@TRANCOUNT > 0
                ROLLBACK TRANSACTION;
        END CATCH;
    END;

    SELECT a.Target_schema, a.Target_name, QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) AS Buffer, a.Buffer_kind, a.Enabled,
        w.Issued, w.Absorbed, w.Issued - w.Absorbed AS Depth, s.Loop_is_running, s.Loop_session_id, s.Memory_kb,
        s.Bucket_count, s.Empty_bucket_percent, s.Average_chain, s.Last_batch_at,
        a.Persisted, a.Interval_seconds, a.Interval_rows, a.Max_errors, a.Maxdop, a.HashBuckets, a.Merge_form
    FROM #absorber_status AS s
    INNER JOIN ShockAbsorber.Absorber AS a ON a.Id = s.Id
    INNER JOIN ShockAbsorber.Watermarks AS w ON w.Id = s.Id
    ORDER BY w.Issued - w.Absorbed DESC, a.Target_schema, a.Target_name;
END;
