-- Writes the SQL that makes an absorber. Nothing here changes anything.

-- The columns of a target that its buffer has.
CREATE OR REPLACE FUNCTION absorber.columns(
    target regclass, key_columns int2[],
    OUT attnum int2, OUT name text, OUT is_key boolean, OUT definition text, OUT is_always_identity boolean)
RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT a.attnum, quote_ident(a.attname), a.attnum = ANY (key_columns),
        quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
            || CASE WHEN a.attcollation NOT IN (0, t.typcollation)
                THEN (SELECT format(' COLLATE %I.%I', n.nspname, o.collname)
                    FROM pg_collation o JOIN pg_namespace n ON n.oid = o.collnamespace WHERE o.oid = a.attcollation)
                ELSE '' END
            || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
            || CASE
                WHEN a.attidentity <> '' THEN format(' DEFAULT nextval(%L)',
                    pg_get_serial_sequence(target::text, a.attname))
                ELSE coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') END,
        a.attidentity = 'a'
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND (a.attidentity = '' OR a.attnum = ANY (key_columns))
    ORDER BY a.attnum
$$;

-- Dollar-quotes a text with a tag that does not occur in it.
CREATE OR REPLACE FUNCTION absorber.dollar_quote(body text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    tag text := '$body$';
BEGIN
    WHILE position(tag IN body) > 0 LOOP
        tag := '$body' || length(tag) || '$';
    END LOOP;
    RETURN tag || body || tag;
END $$;

-- A name in schema absorber that is free and fits, close to what was wished for.
CREATE OR REPLACE FUNCTION absorber.free_name(wish text, id int) RETURNS name
LANGUAGE plpgsql STABLE AS $$
DECLARE
    candidate text := wish;
    suffix text := '_' || id;
    length int := length(wish);
BEGIN
    WHILE octet_length(candidate) > 63 OR to_regclass(format('absorber.%I', candidate)) IS NOT NULL LOOP
        candidate := left(wish, length) || suffix;
        length := length - 1;
    END LOOP;
    RETURN candidate;
END $$;

-- A name of our own that no column of the target has.
CREATE OR REPLACE FUNCTION absorber.free_column(target regclass, wish text) RETURNS name
LANGUAGE plpgsql STABLE AS $$
BEGIN
    WHILE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = target AND starts_with(a.attname, wish)) LOOP
        wish := wish || '_';
    END LOOP;
    RETURN wish;
END $$;

-- The function that runs one batch of one absorber.
CREATE OR REPLACE FUNCTION absorber.script_batch(
    id int, target regclass, key_columns int2[], buffer text, xid_column name, seq_column name)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $script$
DECLARE
    variable text := absorber.free_column(target, 'absorber$'); -- what all variables begin with
    cols text;
    bcols text;
    keys text;
    bkeys text;
    assignments text;
    overriding text;
BEGIN
    SELECT string_agg(c.name, ', ' ORDER BY c.attnum),
        string_agg('b.' || c.name, ', ' ORDER BY c.attnum),
        string_agg(c.name, ', ' ORDER BY array_position(key_columns, c.attnum)) FILTER (WHERE c.is_key),
        string_agg('b.' || c.name, ', ' ORDER BY array_position(key_columns, c.attnum)) FILTER (WHERE c.is_key),
        string_agg(format('%s = EXCLUDED.%1$s', c.name), E',\n            ' ORDER BY c.attnum) FILTER (WHERE NOT c.is_key),
        CASE WHEN bool_or(c.is_always_identity) THEN E'\n        OVERRIDING SYSTEM VALUE' ELSE '' END
    INTO cols, bcols, keys, bkeys, assignments, overriding
    FROM absorber.columns(target, key_columns) c;

    RETURN format($sql$CREATE OR REPLACE FUNCTION absorber.batch_%1$s(most_rows bigint DEFAULT NULL) RETURNS absorber.batch_result
LANGUAGE plpgsql VOLATILE
-- Segments have no statistics, being emptied all the time: the index is always the way. JIT would compile each batch anew, and planning
-- anew costs a small batch a twentieth of its time. (These settings also hold for triggers of the target. Its search_path is left alone for them.)
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS %2$s;
$sql$, id, absorber.dollar_quote(format($body$
#variable_conflict use_column
DECLARE
    %1$swork absorber.work := absorber.open_batch(%2$s, most_rows);
    %1$scut_xid xid8;
    %1$scut_seq bigint;
    %1$spicked bigint;
    %1$smerged bigint := 0;
    %1$spicked_at timestamptz;
BEGIN
    LOOP
        SELECT q.xid, q.seq, q.nr INTO %1$scut_xid, %1$scut_seq, %1$spicked
        FROM (
            SELECT r.xid, r.seq, row_number() OVER (ORDER BY r.xid, r.seq) AS nr
            FROM (
                (SELECT b.xid, b.seq
                FROM unnest(%1$swork.late) l(xid)
                CROSS JOIN LATERAL (
                    SELECT b.%4$s AS xid, b.%5$s AS seq FROM %3$s b
                    WHERE b.%4$s = l.xid AND b.%5$s > CASE WHEN l.xid = %1$swork.at_xid THEN %1$swork.at_seq ELSE 0 END
                    ORDER BY b.%4$s, b.%5$s LIMIT %1$swork.most_rows) b)
                UNION ALL
                (SELECT b.%4$s, b.%5$s FROM %3$s b
                WHERE (b.%4$s, b.%5$s) > (%1$swork.from_xid, %1$swork.from_seq)
                    AND b.%4$s < %1$swork.until_xmax AND pg_visible_in_snapshot(b.%4$s, %1$swork.until)
                ORDER BY b.%4$s, b.%5$s LIMIT %1$swork.most_rows)
            ) r
            ORDER BY r.xid, r.seq LIMIT %1$swork.most_rows
        ) q
        ORDER BY q.nr DESC LIMIT 1;
        EXIT WHEN %1$spicked > 0 OR %1$swork.is_new;
        %1$swork := absorber.next_window(%1$swork);
    END LOOP;
    %1$spicked_at := clock_timestamp();

    IF %1$spicked > 0 THEN
        INSERT INTO %6$s AS t (%7$s)%8$s
        SELECT DISTINCT ON (%9$s) %10$s
        FROM (
            SELECT b.*
            FROM unnest(%1$swork.late) l(xid)
            CROSS JOIN LATERAL (
                SELECT b.* FROM %3$s b
                WHERE b.%4$s = l.xid
                    AND b.%5$s > CASE WHEN l.xid = %1$swork.at_xid THEN %1$swork.at_seq ELSE 0 END
                    AND b.%5$s <= CASE WHEN l.xid = %1$scut_xid THEN %1$scut_seq ELSE 9223372036854775807 END
                OFFSET 0) b -- keeps it a look-up per transaction, whatever the planner thinks of an empty buffer
            WHERE l.xid <= %1$scut_xid
            UNION ALL
            SELECT b.*
            FROM %3$s b
            WHERE (b.%4$s, b.%5$s) > (%1$swork.from_xid, %1$swork.from_seq)
                AND (b.%4$s, b.%5$s) <= (%1$scut_xid, %1$scut_seq)
                AND pg_visible_in_snapshot(b.%4$s, %1$swork.until)
        ) b
        ORDER BY %9$s, b.%5$s DESC
        ON CONFLICT (%11$s) %12$s;
        GET DIAGNOSTICS %1$smerged = ROW_COUNT;
    END IF;

    RETURN absorber.close_batch(%1$swork, coalesce(%1$spicked, 0), %1$smerged, %1$scut_xid, %1$scut_seq, %1$spicked_at, clock_timestamp());
END $body$,
        variable, id, buffer, quote_ident(xid_column), quote_ident(seq_column),
        target, cols, overriding, bkeys, bcols, keys,
        coalesce(E'DO UPDATE SET\n            ' || assignments, 'DO NOTHING'))));
END $script$;

-- Grants to those who may insert into the target what they need to insert into the buffer.
CREATE OR REPLACE FUNCTION absorber.script_grants(id int, target regclass, key_columns int2[], buffer text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH producer AS (
        SELECT CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END AS name
        FROM (
            SELECT (aclexplode(coalesce(c.relacl, acldefault('r', c.relowner)))).* FROM pg_class c WHERE c.oid = target
            UNION ALL
            SELECT (aclexplode(a.attacl)).* FROM pg_attribute a WHERE a.attrelid = target AND a.attacl IS NOT NULL AND a.attnum > 0
        ) x
        WHERE x.privilege_type = 'INSERT' AND x.grantee <> (SELECT r.oid FROM pg_roles r WHERE r.rolname = current_user)
        GROUP BY x.grantee
    )
    SELECT coalesce(string_agg(format(E'GRANT USAGE ON SCHEMA absorber TO %1$s;\n'
        'GRANT INSERT (%2$s) ON %3$s TO %1$s;\n'
        'GRANT USAGE ON SEQUENCE absorber.sequence$%4$s TO %1$s;\n', p.name,
        (SELECT string_agg(c.name, ', ' ORDER BY c.attnum) FROM absorber.columns(target, key_columns) c), buffer, id),
        '' ORDER BY p.name), '')
    FROM producer p
$$;

-- The condition, over a buffer with the alias b, that a row has not been absorbed: it lies beyond the position; or its transaction was
-- open when the window ended; or when it began, and was not yet reached.
CREATE OR REPLACE FUNCTION absorber.pending_condition(id int, xid_column name, seq_column name) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT format($condition$EXISTS (
    SELECT FROM (SELECT * FROM absorber.batch WHERE absorber = %1$s ORDER BY batch DESC LIMIT 1) p
    WHERE ((b.%2$I, b.%3$I) > (p.at_xid, p.at_seq) AND b.%2$I >= pg_snapshot_xmax(p.seen))
        OR b.%2$I IN (SELECT pg_snapshot_xip(coalesce(p.until, p.seen)))
        OR ((b.%2$I, b.%3$I) > (p.at_xid, p.at_seq) AND b.%2$I IN (SELECT pg_snapshot_xip(p.seen))))$condition$,
        id, xid_column, seq_column)
$$;

-- Everything that makes an absorber, as text.
CREATE OR REPLACE FUNCTION absorber.script(
    target        regclass,
    batch_size    bigint   DEFAULT 10000,   -- rows; NULL: all that are queued
    sync_interval interval DEFAULT '1 s',   -- between batches that find nothing
    max_errors    int      DEFAULT 3,       -- consecutive ones that make the loop give up
    persisted     boolean  DEFAULT true)    -- false: the rows in the buffer do not survive a crash of the server
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $script$
DECLARE
    id int := (SELECT coalesce(max(a.id), 0) + 1 FROM absorber.absorber a);
    relation absorber.relation := (SELECT r FROM absorber.relation r WHERE r.oid = target);
    buffer_name name;
    buffer text;
    xid_column name := absorber.free_column(target, 'absorber_xid');
    seq_column name := absorber.free_column(target, 'absorber_seq');
    logging text := CASE WHEN persisted THEN '' ELSE 'UNLOGGED ' END;
BEGIN
    PERFORM absorber.check_settings(batch_size, sync_interval, max_errors, persisted);
    IF relation.oid IS NULL THEN
        RAISE EXCEPTION 'There is no such table.' USING ERRCODE = 'AB400';
    END IF;
    IF EXISTS (SELECT FROM absorber.absorber a
        WHERE a.target = script.target OR (a.target_schema = relation.schema_name AND a.target_name = relation.table_name)) THEN
        RAISE EXCEPTION '% has an absorber already. Drop it first to create it anew.', target USING ERRCODE = 'AB400';
    END IF;
    IF cardinality(relation.obstacles) > 0 THEN
        RAISE EXCEPTION '% cannot be absorbed. %', target, array_to_string(relation.obstacles, ' ')
            USING ERRCODE = CASE WHEN relation.obstacles[1] LIKE 'A right is missing%' THEN 'AB403' ELSE 'AB400' END;
    END IF;
    IF NOT has_schema_privilege('absorber', 'CREATE') THEN
        RAISE EXCEPTION 'A right is missing: GRANT USAGE, CREATE ON SCHEMA absorber TO %; or let the owner of that schema create the absorber.',
            quote_ident(current_user) USING ERRCODE = 'AB403';
    END IF;
    buffer_name := absorber.free_name(relation.schema_name || '_' || relation.table_name, id);
    buffer := format('absorber.%I', buffer_name);

    RETURN format($sql$-- The sequence orders rows within a transaction and between sessions, hence no cache. Its high bits are the epoch.
CREATE SEQUENCE absorber.sequence$%1$s CACHE 1;
SELECT setval('absorber.sequence$%1$s', 1::bigint << 32);

-- The buffer: the columns of %2$s, then the transaction and the number of each row.
CREATE TABLE %3$s (
%4$s
) PARTITION BY LIST (((%6$s >> 32) & 3));
ALTER SEQUENCE absorber.sequence$%1$s OWNED BY %3$s.%6$s;
CREATE INDEX ON %3$s (%5$s, %6$s);

-- Its segments. They are emptied by TRUNCATE, so there is never anything to vacuum in them.
CREATE %7$sTABLE absorber.segment$%1$s$0 PARTITION OF %3$s FOR VALUES IN (0) WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE %7$sTABLE absorber.segment$%1$s$1 PARTITION OF %3$s FOR VALUES IN (1) WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE %7$sTABLE absorber.segment$%1$s$2 PARTITION OF %3$s FOR VALUES IN (2) WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE %7$sTABLE absorber.segment$%1$s$3 PARTITION OF %3$s FOR VALUES IN (3) WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);

INSERT INTO absorber.absorber (id, target, target_schema, target_name, buffer, xid_column, seq_column,
    batch_size, sync_interval, max_errors, persisted, system_identifier)
VALUES (%1$s, %8$L, %9$L, %10$L, %11$L, %12$L, %13$L,
    %14$s, %15$L, %16$s, %17$s, absorber.this_cluster());
INSERT INTO absorber.epoch (absorber, epoch, base) VALUES (%1$s, 1, 0);
INSERT INTO absorber.batch (absorber, batch, seen, at_xid, at_seq, issued, absorbed, picked, merged, pick_us, merge_us)
VALUES (%1$s, 0, '1:1:', '0', 0, 0, 0, 0, 0, 0, 0);

-- For people: the rows that have not been absorbed. (The buffer itself also shows absorbed ones until they are truncated.)
CREATE VIEW absorber.%18$I AS
SELECT %19$s
FROM %3$s b
WHERE %22$s;

-- One batch.
%20$s
-- Producers: whoever may insert into the target.
%21$s$sql$,
        id, target, buffer,
        (SELECT string_agg('    ' || c.definition, E',\n' ORDER BY c.attnum) FROM absorber.columns(target, relation.key_columns) c)
            || format(E',\n    %I xid8 NOT NULL DEFAULT pg_current_xact_id(),\n    %I bigint NOT NULL DEFAULT nextval(%L)',
                xid_column, seq_column, 'absorber.sequence$' || id)
            || (SELECT coalesce(string_agg(format(E',\n    CONSTRAINT %I CHECK (%s)', k.conname, pg_get_expr(k.conbin, k.conrelid)), '' ORDER BY k.conname), '')
                FROM pg_constraint k
                WHERE k.conrelid = target AND k.contype = 'c' AND k.convalidated
                    AND k.conkey <@ ARRAY(SELECT c.attnum FROM absorber.columns(target, relation.key_columns) c)),
        quote_ident(xid_column), quote_ident(seq_column), logging,
        target::text, relation.schema_name, relation.table_name, buffer, xid_column, seq_column,
        coalesce(batch_size::text, 'NULL'), sync_interval, max_errors, persisted::text,
        -- Shortened, both names could become the same.
        absorber.free_name(CASE WHEN octet_length(buffer_name || '$pending') <= 63 THEN buffer_name || '$pending' ELSE 'pending$' || id END, id),
        (SELECT string_agg('b.' || c.name, ', ' ORDER BY c.attnum) FROM absorber.columns(target, relation.key_columns) c),
        absorber.script_batch(id, target, relation.key_columns, buffer, xid_column, seq_column),
        absorber.script_grants(id, target, relation.key_columns, buffer),
        absorber.pending_condition(id, xid_column, seq_column));
END $script$;
