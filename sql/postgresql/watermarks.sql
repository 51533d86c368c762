-- Where producers and the loop are, on one scale: rows since the buffer was made.

-- How many rows have drawn a number from a buffer's sequence. Exact but for the few drawn while a rotation took place.
CREATE OR REPLACE FUNCTION absorber.issued(id int) RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    value bigint := pg_sequence_last_value(('absorber.sequence$' || id)::regclass);
    base bigint := (SELECT e.base FROM absorber.epoch e WHERE e.absorber = issued.id AND e.epoch = value >> 32);
BEGIN
    IF base IS NULL THEN
        -- A crash took the row of a rotation whose setval survived. See repair_epoch.
        base := (SELECT b.issued FROM absorber.batch b WHERE b.absorber = issued.id ORDER BY b.batch DESC LIMIT 1);
    END IF;
    RETURN base + (value & 4294967295);
END $$;

-- Writes the row of an epoch that a crash took, setval being no part of a transaction. What the epoch before had issued beyond the last
-- batch is forgotten; depth is right again as soon as the next window ends.
CREATE OR REPLACE FUNCTION absorber.repair_epoch(id int) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    current bigint := pg_sequence_last_value(('absorber.sequence$' || id)::regclass) >> 32;
BEGIN
    IF NOT EXISTS (SELECT FROM absorber.epoch e WHERE e.absorber = repair_epoch.id AND e.epoch = current) THEN
        INSERT INTO absorber.epoch (absorber, epoch, base)
        SELECT b.absorber, current, b.issued FROM absorber.batch b WHERE b.absorber = repair_epoch.id ORDER BY b.batch DESC LIMIT 1;
    END IF;
END $$;

-- All absorbers at once; depth is issued - absorbed.
CREATE OR REPLACE FUNCTION absorber.watermarks(
    OUT id int, OUT target_schema name, OUT target_name name, OUT issued bigint, OUT absorbed bigint)
RETURNS SETOF record
LANGUAGE sql VOLATILE AS $$
    SELECT a.id, coalesce(n.nspname, a.target_schema), coalesce(c.relname, a.target_name),
           greatest(absorber.issued(a.id), p.absorbed), p.absorbed
    FROM absorber.absorber a
    CROSS JOIN LATERAL (
        SELECT b.absorbed FROM absorber.batch b WHERE b.absorber = a.id ORDER BY b.batch DESC LIMIT 1) p
    LEFT JOIN pg_class c ON c.oid = a.target
    LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
$$;
