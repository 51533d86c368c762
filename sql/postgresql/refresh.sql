-- Writes the batch functions of existing absorbers anew, by the generator installed now.
DO $$
DECLARE
    sql text;
BEGIN
    FOR sql IN
        SELECT absorber.script_batch(a.id, a.target, r.key_columns, format('absorber.%I', b.relname), a.xid_column, a.seq_column)
        FROM absorber.absorber a JOIN absorber.relation r ON r.oid = a.target JOIN pg_class b ON b.oid = a.buffer
        WHERE r.key_index IS NOT NULL
    LOOP
        EXECUTE sql;
    END LOOP;
END $$;
