-- After a database was restored from a dump, or upgraded, in another cluster.

-- Gives the rows that were not absorbed new transaction numbers, those of this cluster, in their old order. Which rows those are is
-- still told by the numbers of the old cluster, as they came along with the dump.
CREATE OR REPLACE FUNCTION absorber.adopt(target regclass) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET lock_timeout = '5s' AS $$
DECLARE
    settings absorber.absorber;
    last absorber.batch;
    columns text;
    kept bigint;
BEGIN
    SELECT s.* INTO settings
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL absorber.settings_of(absorber.id_of(n.nspname, c.relname)) s
    WHERE c.oid = adopt.target;
    PERFORM absorber.lock_or_fail(settings.id);
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', settings.buffer);
    last := absorber.progress_of(settings.id);

    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO columns
    FROM pg_attribute a
    WHERE a.attrelid = settings.buffer AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT IN (settings.xid_column, settings.seq_column);
    EXECUTE format('CREATE TEMP TABLE absorber$adopted ON COMMIT DROP AS SELECT b.* FROM %s b WHERE %s', settings.buffer,
        absorber.pending_condition(settings.id, settings.xid_column, settings.seq_column));
    GET DIAGNOSTICS kept = ROW_COUNT;
    EXECUTE format('TRUNCATE TABLE %s', settings.buffer);
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM pg_temp.absorber$adopted ORDER BY %I, %I', settings.buffer, columns,
        settings.xid_column, settings.seq_column);
    DROP TABLE pg_temp.absorber$adopted;

    UPDATE absorber.absorber a SET system_identifier = absorber.this_cluster() WHERE a.id = settings.id;
    INSERT INTO absorber.batch (absorber, batch, seen, at_xid, at_seq, issued, absorbed, picked, merged, pick_us, merge_us)
    SELECT settings.id, last.batch + 1, '1:1:', '0', 0, i.issued, i.issued - kept, 0, 0, 0, 0
    FROM absorber.issued(settings.id) i(issued);
    RETURN kept;
END $$;
