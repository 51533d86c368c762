-- The sync loop by hand, for a DBA without an agent:
--     CALL absorber.sync('sales.orders', run_only_once => true, print_stats => true);
CREATE OR REPLACE PROCEDURE absorber.sync(
    target        regclass,
    run_only_once boolean DEFAULT false, -- one batch, then return
    print_stats   boolean DEFAULT false, -- a line for each batch
    max_rows      bigint  DEFAULT NULL,  -- return after so many rows
    max_errors    int     DEFAULT 3)     -- give up after so many consecutive errors
LANGUAGE plpgsql AS $$
DECLARE
    id int := (SELECT absorber.id_of(n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target);
    result absorber.batch_result;
    rows_done bigint := 0;
    errors int := 0;
    rows_since_reclaim bigint := 0;
    is_left boolean := true;
    message text;
    state text;
BEGIN
    COMMIT;
    LOOP
        BEGIN
            EXECUTE format('SELECT * FROM absorber.batch_%s($1)', id) INTO result USING max_rows - rows_done;
            errors := 0;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, state = RETURNED_SQLSTATE;
            errors := errors + 1;
            IF run_only_once OR errors >= max_errors OR state LIKE 'AB%' THEN
                RAISE;
            END IF;
            RAISE WARNING 'Error % of %: % (%)', errors, max_errors, message, state;
        END;
        COMMIT;
        IF errors > 0 THEN
            PERFORM pg_sleep(least(power(2, errors - 1), 30));
            CONTINUE;
        END IF;

        rows_done := rows_done + result.picked;
        rows_since_reclaim := rows_since_reclaim + result.picked;
        IF print_stats THEN
            RAISE INFO 'batch % picked % merged % in % ms (pick %, merge %, purge %), depth %', result.batch, result.picked, result.merged,
                round((result.pick_us + result.merge_us + result.purge_us) / 1000.0, 1), round(result.pick_us / 1000.0, 1),
                round(result.merge_us / 1000.0, 1), round(result.purge_us / 1000.0, 1), greatest(0, result.issued - result.absorbed);
        END IF;
        IF rows_since_reclaim > 50000 OR (result.picked = 0 AND (is_left OR rows_since_reclaim > 0)) OR run_only_once THEN
            is_left := absorber.reclaim(id);
            rows_since_reclaim := 0;
            COMMIT;
        END IF;
        EXIT WHEN run_only_once OR rows_done >= max_rows;
        IF result.picked = 0 THEN
            PERFORM pg_sleep(extract(epoch FROM result.sync_interval));
        END IF;
    END LOOP;
END $$;
