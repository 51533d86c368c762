-- Rotation: gives back the room of absorbed rows without making anyone wait.

-- The segment that rows with this sequence number go to.
CREATE OR REPLACE FUNCTION absorber.segment(id int, epoch bigint) RETURNS regclass
LANGUAGE sql STABLE AS $$ SELECT format('absorber.segment$%s$%s', id, epoch & 3)::regclass $$;

-- Whether a segment holds a row that was not absorbed. By index look-ups only.
CREATE OR REPLACE FUNCTION absorber.has_pending(segment regclass, settings absorber.absorber, progress absorber.batch) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
    from_xid xid8 := greatest(progress.at_xid, pg_snapshot_xmax(progress.seen));
    from_seq bigint := CASE WHEN from_xid = progress.at_xid THEN progress.at_seq ELSE 0 END;
    found boolean;
BEGIN
    -- Beyond the position; open when the window ended; open when it began, and not yet reached.
    EXECUTE format($query$
        SELECT EXISTS (SELECT FROM %1$s s WHERE (s.%2$I, s.%3$I) > ($1, $2))
            OR EXISTS (SELECT FROM pg_snapshot_xip($3) l(xid) CROSS JOIN LATERAL (SELECT FROM %1$s s WHERE s.%2$I = l.xid LIMIT 1) s)
            OR EXISTS (SELECT FROM pg_snapshot_xip($4) l(xid) CROSS JOIN LATERAL (
                SELECT FROM %1$s s WHERE s.%2$I = l.xid AND s.%3$I > CASE WHEN l.xid = $5 THEN $6 ELSE 0 END LIMIT 1) s
                WHERE l.xid >= $5)
        $query$, segment, settings.xid_column, settings.seq_column)
    INTO found
    USING from_xid, from_seq, coalesce(progress.until, progress.seen), progress.seen, progress.at_xid, progress.at_seq;
    RETURN found;
END $$;

-- Empties a segment, and gives it the persistence that the settings ask for. Does nothing, and says so, where that would make
-- someone wait or lose a row.
CREATE OR REPLACE FUNCTION absorber.empty_segment(segment regclass, settings absorber.absorber, progress absorber.batch) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF absorber.has_pending(segment, settings, progress) THEN
        RETURN false;
    END IF;
    -- NOWAIT: a request that queues behind an open transaction would itself stop producers.
    EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE NOWAIT', segment);
    IF absorber.has_pending(segment, settings, progress) THEN
        RETURN false;
    END IF;
    EXECUTE format('TRUNCATE TABLE ONLY %s', segment);
    IF (SELECT c.relpersistence = 'p' FROM pg_class c WHERE c.oid = segment) <> settings.persisted THEN
        EXECUTE format('ALTER TABLE %s SET %s', segment, CASE WHEN settings.persisted THEN 'LOGGED' ELSE 'UNLOGGED' END);
    END IF;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END $$;

-- Empties what can be emptied and moves producers on when it is time. Returns whether there is anything left to give back.
CREATE OR REPLACE FUNCTION absorber.reclaim(
    id int,
    rows_per_segment bigint DEFAULT 200000,     -- a segment that took more is left at the next chance
    idle_rotation interval DEFAULT '1 min')     -- one that holds absorbed rows only is left after so long
RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    settings absorber.absorber;
    progress absorber.batch;
    sequence regclass := 'absorber.sequence$' || id;
    value bigint;
    current bigint;
    began timestamptz;
    next bigint;
    other bigint;
    segment regclass;
    is_empty boolean;
    is_right boolean;
    is_left boolean := false;
BEGIN
    PERFORM absorber.lock_or_fail(id);
    settings := absorber.settings_of(id);
    progress := absorber.progress_of(id);
    PERFORM absorber.check_cluster(settings, progress);
    value := pg_sequence_last_value(sequence);
    current := value >> 32;

    PERFORM absorber.repair_epoch(id);
    SELECT e.at INTO STRICT began FROM absorber.epoch e WHERE e.absorber = reclaim.id AND e.epoch = current;

    FOR other IN SELECT e FROM generate_series(current + 1, current + 3) e LOOP
        segment := absorber.segment(id, other);
        is_empty := pg_relation_size(segment) = 0;
        is_right := (SELECT c.relpersistence = 'p' FROM pg_class c WHERE c.oid = segment) = settings.persisted;
        IF NOT is_empty OR NOT is_right THEN
            is_empty := absorber.empty_segment(segment, settings, progress);
            is_left := is_left OR NOT is_empty;
        END IF;
        IF is_empty AND next IS NULL THEN
            next := other; -- skips segments that an open transaction pins
        END IF;
    END LOOP;

    segment := absorber.segment(id, current);
    is_right := (SELECT c.relpersistence = 'p' FROM pg_class c WHERE c.oid = segment) = settings.persisted;
    IF pg_relation_size(segment) > 0 OR NOT is_right THEN
        IF next IS NOT NULL AND (
            (value & 4294967295) > rows_per_segment
            OR NOT is_right
            OR (clock_timestamp() >= began + idle_rotation AND NOT absorber.has_pending(segment, settings, progress)))
        THEN
            -- Read and set in one breath: rows numbered in between would never be counted.
            SELECT pg_sequence_last_value(sequence), setval(sequence, next << 32) INTO value;
            INSERT INTO absorber.epoch (absorber, epoch, base)
            SELECT e.absorber, next, e.base + (value & 4294967295)
            FROM absorber.epoch e WHERE e.absorber = reclaim.id AND e.epoch = current;
            DELETE FROM absorber.epoch e WHERE e.absorber = reclaim.id AND e.epoch BETWEEN current - 16 AND current - 8;
        END IF;
        is_left := true;
    END IF;
    RETURN is_left;
END $$;
