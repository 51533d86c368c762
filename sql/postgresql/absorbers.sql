-- Makes, changes and drops absorbers.

CREATE OR REPLACE FUNCTION absorber.check_settings(batch_size bigint, sync_interval interval, max_errors int, persisted boolean) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    problems text := concat_ws(' ',
        CASE WHEN batch_size NOT BETWEEN 1 AND 10000000 THEN
            format('Batch size must be from 1 to 10,000,000 rows, or NULL for all that are queued; it is %s.', batch_size) END,
        CASE WHEN (sync_interval BETWEEN '10 ms' AND '1 h') IS NOT TRUE THEN
            format('The interval must be from 10 ms to 1 h; it is %s.', coalesce(sync_interval::text, 'NULL')) END,
        CASE WHEN (max_errors BETWEEN 1 AND 1000) IS NOT TRUE THEN
            format('The number of consecutive errors to give up after must be from 1 to 1,000; it is %s.', coalesce(max_errors::text, 'NULL')) END,
        CASE WHEN persisted IS NULL THEN 'Persisted must be true or false.' END);
BEGIN
    IF problems <> '' THEN
        RAISE EXCEPTION '%', problems USING ERRCODE = 'AB400';
    END IF;
END $$;

-- The number of a target's absorber; fails where there is none.
CREATE OR REPLACE FUNCTION absorber.id_of(target_schema name, target_name name) RETURNS int
LANGUAGE plpgsql STABLE AS $$
DECLARE
    id int := (
        SELECT a.id FROM absorber.absorber a LEFT JOIN pg_class c ON c.oid = a.target LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE coalesce(n.nspname, a.target_schema) = id_of.target_schema AND coalesce(c.relname, a.target_name) = id_of.target_name);
BEGIN
    IF id IS NULL THEN
        RAISE EXCEPTION '%.% has no absorber.', quote_ident(target_schema), quote_ident(target_name) USING ERRCODE = 'AB400';
    END IF;
    RETURN id;
END $$;

-- An absorber's row; fails where there is none.
CREATE OR REPLACE FUNCTION absorber.settings_of(id int) RETURNS absorber.absorber
LANGUAGE plpgsql STABLE AS $$
DECLARE
    settings absorber.absorber;
BEGIN
    SELECT a.* INTO settings FROM absorber.absorber a WHERE a.id = settings_of.id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no absorber with the number %.', id USING ERRCODE = 'AB400', HINT = 'It may have been dropped.';
    END IF;
    RETURN settings;
END $$;

-- The newest row of an absorber's history, which holds its progress.
CREATE OR REPLACE FUNCTION absorber.progress_of(id int) RETURNS absorber.batch
LANGUAGE sql STABLE AS $$
    SELECT b FROM absorber.batch b WHERE b.absorber = progress_of.id ORDER BY b.batch DESC LIMIT 1
$$;

-- Creates an absorber. Returns its buffer.
CREATE OR REPLACE FUNCTION absorber.create(
    target regclass, batch_size bigint DEFAULT 10000, sync_interval interval DEFAULT '1 s', max_errors int DEFAULT 3, persisted boolean DEFAULT true)
RETURNS regclass
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1633842018, 0); -- one at a time
    EXECUTE absorber.script(target, batch_size, sync_interval, max_errors, persisted);
    RETURN (SELECT a.buffer FROM absorber.absorber a WHERE a.target = "create".target);
END $$;

-- Changes settings. They count from the next batch on; segments change their persistence as they are emptied.
CREATE OR REPLACE FUNCTION absorber.change(id int, batch_size bigint, sync_interval interval, max_errors int, persisted boolean) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM absorber.check_settings(batch_size, sync_interval, max_errors, persisted);
    PERFORM absorber.settings_of(id);
    UPDATE absorber.absorber a
    SET batch_size = change.batch_size, sync_interval = change.sync_interval, max_errors = change.max_errors, persisted = change.persisted
    WHERE a.id = change.id;
END $$;

-- Drops an absorber: its buffer, its functions, its history. The target stays as it is.
CREATE OR REPLACE FUNCTION absorber.drop_by_id(id int, discard_rows boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql VOLATILE SET lock_timeout = '5s' AS $$
DECLARE
    settings absorber.absorber;
    progress absorber.batch;
BEGIN
    PERFORM pg_advisory_xact_lock(1633842018, 0);
    settings := absorber.settings_of(id);
    IF NOT pg_try_advisory_xact_lock(1633842018, id) THEN
        RAISE EXCEPTION 'The loop of % is running.', settings.target USING ERRCODE = 'AB400', HINT = 'Stop it, then drop the absorber.';
    END IF;
    PERFORM absorber.lock_or_fail(id);
    IF to_regclass(settings.buffer::text) IS NOT NULL THEN
        BEGIN
            EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', settings.buffer);
        EXCEPTION WHEN lock_not_available THEN
            RAISE EXCEPTION 'Producers have open transactions on the buffer %.', settings.buffer
                USING ERRCODE = 'AB409', HINT = 'Try again when they have ended.';
        END;
        progress := absorber.progress_of(id);
        IF NOT discard_rows AND absorber.has_pending(settings.buffer, settings, progress) THEN
            RAISE EXCEPTION 'The buffer % holds rows that were not absorbed.', settings.buffer
                USING ERRCODE = 'AB400', HINT = 'Stop producers, run the loop until the buffer is empty, then drop; or say that the rows shall be discarded.';
        END IF;
        EXECUTE format('DROP TABLE %s CASCADE', settings.buffer);
    END IF;
    EXECUTE format('DROP FUNCTION IF EXISTS absorber.batch_%s(bigint)', id);
    DELETE FROM absorber.absorber a WHERE a.id = drop_by_id.id;
    DELETE FROM absorber.batch b WHERE b.absorber = drop_by_id.id;
    DELETE FROM absorber.epoch e WHERE e.absorber = drop_by_id.id;
END $$;

CREATE OR REPLACE FUNCTION absorber.drop(target regclass, discard_rows boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM absorber.drop_by_id(absorber.id_of(n.nspname, c.relname), discard_rows)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target;
END $$;

-- Lets roles that may insert into the target by now insert into its buffer, too.
CREATE OR REPLACE FUNCTION absorber.grant_producers(target regclass) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    settings absorber.absorber;
    grants text;
BEGIN
    SELECT s.* INTO settings
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL absorber.settings_of(absorber.id_of(n.nspname, c.relname)) s
    WHERE c.oid = grant_producers.target;
    grants := absorber.script_grants(settings.id, target,
        (SELECT r.key_columns FROM absorber.relation r WHERE r.oid = grant_producers.target), settings.buffer::text);
    IF grants <> '' THEN
        EXECUTE grants;
    END IF;
END $$;
