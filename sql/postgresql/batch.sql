-- What all batches have in common; the part that knows the target's columns is generated, see script.sql.

-- The identity of this cluster, or NULL where this login may not read it.
CREATE OR REPLACE FUNCTION absorber.this_cluster() RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF has_function_privilege('pg_control_system()', 'EXECUTE') THEN
        RETURN (SELECT s.system_identifier FROM pg_control_system() s);
    END IF;
    RETURN NULL;
END $$;

-- Takes the absorber's lock until the end of the transaction, or says who stands in the way.
CREATE OR REPLACE FUNCTION absorber.lock_or_fail(id int) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        -- A statement must see what was committed before it got the lock.
        RAISE EXCEPTION 'Absorbers work in READ COMMITTED transactions only; this one is %.',
            upper(current_setting('transaction_isolation')) USING ERRCODE = 'AB400';
    END IF;
    IF NOT pg_try_advisory_xact_lock(1633842018, id) THEN
        RAISE EXCEPTION 'Another session runs the loop of absorber %.',
            (SELECT a.target FROM absorber.absorber a WHERE a.id = lock_or_fail.id)
            USING ERRCODE = 'AB409',
            HINT = 'Stop that loop first: SELECT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)'
                || ' WHERE locktype = ''advisory'' AND classid = 1633842018 AND objid = ' || id || ';';
    END IF;
END $$;

-- Refuses to work on a buffer whose rows carry the transaction numbers of another cluster: they would look absorbed, or not, at random.
CREATE OR REPLACE FUNCTION absorber.check_cluster(settings absorber.absorber, progress absorber.batch) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF pg_snapshot_xmax(coalesce(progress.until, progress.seen)) > pg_snapshot_xmax(pg_current_snapshot())
        OR settings.system_identifier <> absorber.this_cluster() THEN
        RAISE EXCEPTION 'The buffer of % was brought here from another database cluster, by a dump or an upgrade: its transaction numbers mean'
            ' nothing here.', settings.target
            USING ERRCODE = 'AB410',
            HINT = format('Run SELECT absorber.adopt(%L); it keeps every row that was not absorbed.', settings.target);
    END IF;
END $$;

-- The oldest and the newest open transaction that has written to a buffer; NULL for none. Asked of the locks, because a snapshot does not
-- list transactions that began after the last one that ended.
CREATE OR REPLACE FUNCTION absorber.writers(buffer regclass, OUT oldest xid8, OUT newest xid8)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    this_database oid := (SELECT d.oid FROM pg_database d WHERE d.datname = current_database());
BEGIN
    -- Locks name a transaction by the low half of its number; the one nearest to "next" is meant.
    SELECT (next + min(t.first))::text::xid8, (next + max(t.last))::text::xid8 INTO oldest, newest
    FROM (
        SELECT min(d.distance) AS first, max(d.distance) AS last
        FROM pg_locks l
        CROSS JOIN LATERAL (SELECT ((l.transactionid::text::bigint - next + 2147483648) & 4294967295) - 2147483648 AS distance) d
        WHERE (l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock')
            OR (l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.relation = buffer AND l.database = this_database)
        GROUP BY l.virtualtransaction
        HAVING bool_or(l.locktype = 'relation')
    ) t;
END $$;

-- How many rows had been numbered at a time when nobody was writing who still is, "oldest" being the oldest of those who are. Looked
-- up by halves: a transaction that stays open for long would otherwise make each batch read all of history.
CREATE OR REPLACE FUNCTION absorber.settled_before(id int, oldest xid8) RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    high bigint := (SELECT b.batch FROM absorber.batch b WHERE b.absorber = id ORDER BY b.batch DESC LIMIT 1);
    low bigint := greatest(0, high - 10000);
    middle bigint;
    row absorber.batch;
    result bigint := 0;
BEGIN
    WHILE low <= high LOOP
        middle := (low + high) / 2;
        SELECT b.* INTO row FROM absorber.batch b WHERE b.absorber = id AND b.batch BETWEEN middle AND high ORDER BY b.batch LIMIT 1;
        IF row.batch IS NOT NULL AND (row.writer IS NULL OR row.writer < oldest) THEN
            result := greatest(result, row.issued);
            low := row.batch + 1;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN result;
END $$;

-- Fixes a new window after "seen": everything that has been committed by now.
CREATE OR REPLACE FUNCTION absorber.fix_window(INOUT work absorber.work)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    oldest xid8;
BEGIN
    work.is_new := true;
    -- First the count, then who is still writing, then the snapshot: a row that was counted has an end in the snapshot, or its writer shows.
    work.issued := greatest(absorber.issued(work.id), work.absorbed);
    SELECT w.oldest, w.newest INTO oldest, work.writer
    FROM absorber.writers((SELECT a.buffer FROM absorber.absorber a WHERE a.id = work.id)) w;
    work.settled := CASE WHEN oldest IS NULL THEN work.issued ELSE absorber.settled_before(work.id, oldest) END;
    work.until := pg_current_snapshot();
    PERFORM absorber.repair_epoch(work.id);
    work.at_xid := '0';
    work.at_seq := 0;
    work := absorber.bound_window(work);
END $$;

-- Follows a window that turned out to be taken entirely.
CREATE OR REPLACE FUNCTION absorber.next_window(INOUT work absorber.work)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    work.seen := work.until;
    work.absorbed := greatest(work.absorbed, work.settled);
    work := absorber.fix_window(work);
END $$;

-- Derives from a window what the queries need: bounds that an index scan can start from and end at.
CREATE OR REPLACE FUNCTION absorber.bound_window(INOUT work absorber.work)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    work.late := ARRAY(
        SELECT x.xid FROM pg_snapshot_xip(work.seen) x(xid)
        WHERE x.xid >= work.at_xid AND pg_visible_in_snapshot(x.xid, work.until)
        ORDER BY x.xid);
    work.from_xid := greatest(work.at_xid, pg_snapshot_xmax(work.seen));
    work.from_seq := CASE WHEN work.from_xid = work.at_xid THEN work.at_seq ELSE 0 END;
    work.until_xmax := pg_snapshot_xmax(work.until);
END $$;

-- Begins a batch: lock, progress, window.
CREATE OR REPLACE FUNCTION absorber.open_batch(id int, most_rows bigint) RETURNS absorber.work
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    work absorber.work;
    settings absorber.absorber;
    progress absorber.batch;
BEGIN
    work.started := clock_timestamp();
    PERFORM absorber.lock_or_fail(id);
    IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
        -- A snapshot sees its own transaction: rows added to the buffer after this batch would count as absorbed.
        RAISE EXCEPTION 'A batch must be the first thing that writes in its transaction.'
            USING ERRCODE = 'AB400', HINT = 'COMMIT first.';
    END IF;

    settings := absorber.settings_of(id);
    progress := absorber.progress_of(id);
    PERFORM absorber.check_cluster(settings, progress);
    work.id := id;
    work.batch := progress.batch + 1;
    work.most_rows := least(settings.batch_size, most_rows);
    work.seen := progress.seen;
    work.until := progress.until;
    work.at_xid := progress.at_xid;
    work.at_seq := progress.at_seq;
    work.issued := progress.issued;
    work.writer := progress.writer;
    work.absorbed := progress.absorbed;

    IF work.until IS NOT NULL THEN
        work.is_new := false;
        work.has_moved := true;
        work := absorber.bound_window(work);
    ELSE
        work.has_moved := false;
        work := absorber.fix_window(work);
    END IF;
    RETURN work;
END $$;

-- Ends a batch. Its row in absorber.batch is the purge: from its commit on, the rows merged are absorbed.
CREATE OR REPLACE FUNCTION absorber.close_batch(
    work absorber.work, picked bigint, merged bigint, cut_xid xid8, cut_seq bigint, picked_at timestamptz, merged_at timestamptz)
RETURNS absorber.batch_result
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    result absorber.batch_result;
    pick_us bigint := extract(epoch FROM picked_at - work.started) * 1000000;
    merge_us bigint := extract(epoch FROM merged_at - picked_at) * 1000000;
    is_done boolean := work.most_rows IS NULL OR picked < work.most_rows;
    -- Rows that were picked are counted one by one; those that were rolled back, when nobody who might have written them is left.
    issued bigint := greatest(absorber.issued(work.id), work.issued);
    has_moved boolean;
    is_marked boolean;
    absorbed bigint := greatest(least(work.absorbed + picked, issued), CASE WHEN is_done THEN work.settled END);
BEGIN
    result.batch := 0;
    -- A batch without rows has something to write when rows were rolled back, or when it ended a window; or a mark for settled_before,
    -- where rows were numbered that are not committed.
    is_marked := work.is_new AND work.issued > greatest(work.settled, work.absorbed) AND work.issued > (
        SELECT b.issued FROM absorber.batch b WHERE b.absorber = work.id ORDER BY b.batch DESC LIMIT 1);
    has_moved := picked > 0 OR work.has_moved OR absorbed > work.absorbed;
    IF has_moved OR is_marked THEN
        INSERT INTO absorber.batch (absorber, batch, seen, until, at_xid, at_seq, issued, writer, absorbed, picked, merged, pick_us, merge_us)
        SELECT work.id, work.batch,
            CASE WHEN is_done THEN work.until ELSE work.seen END,
            CASE WHEN is_done THEN NULL ELSE work.until END,
            CASE WHEN is_done THEN '0' ELSE cut_xid END,
            CASE WHEN is_done THEN 0 ELSE cut_seq END,
            work.issued, work.writer, absorbed, picked, merged, pick_us, merge_us;
        result.batch := CASE WHEN has_moved THEN work.batch ELSE 0 END;
        IF work.batch % 128 = 0 THEN
            -- Ten thousand batches are kept. The range has a lower end so that no scan meets the rows deleted before.
            DELETE FROM absorber.batch b
            WHERE b.absorber = work.id AND b.batch > work.batch - 10128 AND b.batch <= work.batch - 10000;
        END IF;
    END IF;
    result.picked := picked;
    result.merged := merged;
    result.purged := picked;
    result.pick_us := pick_us;
    result.merge_us := merge_us;
    result.absorbed := absorbed;
    result.issued := greatest(issued, absorbed);
    SELECT a.batch_size, a.sync_interval, a.max_errors, a.persisted
    INTO result.batch_size, result.sync_interval, result.max_errors, result.persisted
    FROM absorber.absorber a WHERE a.id = work.id;
    result.purge_us := extract(epoch FROM clock_timestamp() - merged_at) * 1000000;
    RETURN result;
END $$;
