-- Removes the framework from a database. Refuses while an absorber exists: drop each one first, so that no row is lost unseen.
--     psql -v ON_ERROR_STOP=1 -1 -d <database> -f uninstall.sql
DO $$
BEGIN
    IF to_regclass('absorber.absorber') IS NOT NULL AND EXISTS (SELECT FROM absorber.absorber) THEN
        RAISE EXCEPTION 'There are absorbers: %.', (SELECT string_agg(a.target::text, ', ') FROM absorber.absorber a)
            USING HINT = 'Drop each with SELECT absorber.drop(''schema.table''), then uninstall again.';
    END IF;
END $$;

DROP SCHEMA IF EXISTS absorber CASCADE;
