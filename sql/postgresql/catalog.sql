-- Which relations can be absorbed, and if not, why. Reads the server's own catalog only, so that its query also runs without
-- the framework.
CREATE OR REPLACE VIEW absorber.relation AS
SELECT
    c.oid,
    n.nspname AS schema_name,
    c.relname AS table_name,
    CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END AS estimated_rows,
    k.key_index,
    kc.key_columns,
    array_remove(ARRAY[
        CASE
            WHEN n.nspname IN ('pg_catalog', 'information_schema', 'pg_toast') THEN 'It belongs to the server.'
            WHEN n.nspname = 'absorber' THEN 'It belongs to the framework.'
            WHEN c.relpersistence = 't' THEN 'It is a temporary table, which only its own session can reach.'
            WHEN c.relkind = 'v' THEN 'It is a view. Absorb the table behind it.'
            WHEN c.relkind = 'm' THEN 'It is a materialized view, which only REFRESH can fill.'
            WHEN c.relkind = 'f' THEN 'It is a foreign table. Absorb it where its rows are stored.'
            WHEN c.relispartition THEN format('It is a partition. Absorb %s instead.', (
                SELECT format('%I.%I', pn.nspname, p.relname) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent
                JOIN pg_namespace pn ON pn.oid = p.relnamespace WHERE i.inhrelid = c.oid))
            WHEN k.key_index IS NULL AND k.has_deferrable THEN
                'Its key is DEFERRABLE, which an upsert cannot use. Make it NOT DEFERRABLE, or add a unique index on NOT NULL columns.'
            WHEN k.key_index IS NULL AND k.has_generated THEN
                'Its key contains a generated column, whose value is not known in the buffer. Add a key of plain columns.'
            WHEN k.key_index IS NULL THEN
                'It has no primary key, nor a unique index on NOT NULL columns, by which rows could be told apart. Add one.'
        END,
        CASE WHEN c.relkind IN ('r', 'p') AND c.relhasrules THEN
            'It has rules, with which an upsert does not work. Replace them by triggers.' END,
        CASE WHEN c.relkind IN ('r', 'p') AND NOT has_schema_privilege(n.oid, 'USAGE') THEN
            format('A right is missing: GRANT USAGE ON SCHEMA %I TO %I;', n.nspname, current_user) END,
        CASE WHEN c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'absorber')
                AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')) THEN
            format('A right is missing: GRANT SELECT, INSERT, UPDATE ON %I.%I TO %I;', n.nspname, c.relname, current_user) END,
        CASE WHEN c.relkind IN ('r', 'p') AND row_security_active(c.oid) THEN
            format('Row-level security applies to %s, so that rows could be refused or hidden. Let the owner of the table run the loop'
                || ' (without FORCE ROW LEVEL SECURITY), or a role with BYPASSRLS.', current_user) END,
        CASE WHEN c.relkind = 'p' AND EXISTS (
            SELECT FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid AND p.relkind = 'f') THEN
            'One of its partitions is a foreign table, with which an upsert does not work.' END
    ], NULL) AS obstacles,
    array_remove(ARRAY[
        (SELECT format('Generated columns are computed by the target and left out of the buffer: %s.',
                string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum))
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated <> ''
            HAVING count(*) > 0),
        (SELECT format('The identity column %s is part of the key: the buffer draws its values from the same sequence.', string_agg(quote_ident(a.attname), ', '))
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (kc.key_columns) AND a.attidentity <> ''
            HAVING count(*) > 0),
        (SELECT format('The identity column %s is numbered by the target and left out of the buffer.', string_agg(quote_ident(a.attname), ', '))
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnum <> ALL (kc.key_columns) AND a.attidentity <> ''
            HAVING count(*) > 0),
        CASE WHEN k.key_index IS NOT NULL AND NOT k.is_primary THEN
            'Rows are told apart by a unique index, since there is no usable primary key.' END,
        (SELECT format('Triggers fire for each merged row, not for each row that producers write: %s.', string_agg(quote_ident(t.tgname), ', ' ORDER BY t.tgname))
            FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D' HAVING count(*) > 0),
        (SELECT format('A row that does not fit a foreign key fails its whole batch, not its producer: %s.', string_agg(quote_ident(f.conname), ', ' ORDER BY f.conname))
            FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' HAVING count(*) > 0),
        (SELECT format('A row that violates another unique key fails its whole batch, not its producer: %s.', string_agg(quote_ident(u.relname), ', ' ORDER BY u.relname))
            FROM pg_index i JOIN pg_class u ON u.oid = i.indexrelid
            WHERE i.indrelid = c.oid AND i.indisunique AND i.indexrelid <> k.key_index HAVING count(*) > 0),
        CASE WHEN c.relrowsecurity AND c.relkind IN ('r', 'p') THEN
            'Row-level security of the target does not bind producers that write to the buffer.' END,
        CASE WHEN c.relpersistence = 'u' THEN 'It is UNLOGGED: its rows do not survive a crash of the server.' END,
        CASE WHEN c.relkind = 'r' AND c.relhassubclass THEN 'Other tables inherit from it; rows are merged into itself only.' END
    ], NULL) AS remarks
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (
    -- The key that rows are told apart by: the primary key, or else the smallest usable unique index.
    SELECT
        (array_agg(i.indexrelid ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid) FILTER (WHERE i.is_usable))[1] AS key_index,
        coalesce((array_agg(i.indisprimary ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid) FILTER (WHERE i.is_usable))[1], false) AS is_primary,
        bool_or(NOT i.indimmediate) AS has_deferrable,
        bool_or(i.has_generated) AS has_generated
    FROM (
        SELECT x.*,
            x.columns_fit AND x.indimmediate AND NOT x.has_generated AS is_usable
        FROM (
            SELECT i.indexrelid, i.indisprimary, i.indnkeyatts, i.indimmediate,
                bool_and(a.attnotnull AND p.opcdefault AND i.indcollation[x.at - 1] = a.attcollation) AS columns_fit,
                bool_or(a.attgenerated <> '') AS has_generated
            FROM pg_index i
            JOIN pg_class ic ON ic.oid = i.indexrelid
            JOIN pg_am m ON m.oid = ic.relam AND m.amname = 'btree'
            CROSS JOIN generate_series(1, i.indnkeyatts) x(at)
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[x.at - 1]
            JOIN pg_opclass p ON p.oid = i.indclass[x.at - 1]
            WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
            GROUP BY i.indexrelid, i.indisprimary, i.indnkeyatts, i.indimmediate
        ) x
    ) i
) k
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(i.indkey[x.at - 1] ORDER BY x.at), '{}') AS key_columns
    FROM pg_index i CROSS JOIN generate_series(1, i.indnkeyatts) x(at)
    WHERE i.indexrelid = k.key_index
) kc
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f');
