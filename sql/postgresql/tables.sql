-- The framework's own tables and types.

DO $$
BEGIN
    IF current_setting('server_version_num')::int < 150000 THEN
        RAISE EXCEPTION 'Shock absorbers need PostgreSQL 15 or later; this server is %.', current_setting('server_version')
            USING ERRCODE = 'AB400';
    END IF;
    IF to_regclass('absorber.version') IS NULL AND to_regnamespace('absorber') IS NOT NULL
        AND EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('absorber')) THEN
        RAISE EXCEPTION 'Schema absorber exists already and holds something else. Rename it, then install again.'
            USING ERRCODE = 'AB400';
    END IF;
    IF to_regnamespace('absorber') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE') THEN
        RAISE EXCEPTION 'A right is missing: GRANT CREATE ON DATABASE % TO %;', quote_ident(current_database()), quote_ident(current_user)
            USING ERRCODE = 'AB403';
    END IF;
END $$;

CREATE SCHEMA IF NOT EXISTS absorber;

CREATE TABLE IF NOT EXISTS absorber.version (
    version      int         NOT NULL PRIMARY KEY,
    installed_at timestamptz NOT NULL DEFAULT now()
);

DO $$
BEGIN
    IF (SELECT max(version) FROM absorber.version) > 1 THEN
        RAISE EXCEPTION 'Version % of the framework is installed in this database, newer than this script (1). Use the newer one.',
            (SELECT max(version) FROM absorber.version) USING ERRCODE = 'AB400';
    END IF;
END $$;

INSERT INTO absorber.version (version) VALUES (1) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS absorber.absorber (
    id                int         NOT NULL PRIMARY KEY,
    target            regclass    NOT NULL,
    target_schema     name        NOT NULL, -- the names as of creation, to be found by when the target was dropped
    target_name       name        NOT NULL,
    buffer            regclass    NOT NULL,
    xid_column        name        NOT NULL,
    seq_column        name        NOT NULL,
    batch_size        bigint      CHECK (batch_size BETWEEN 1 AND 10000000), -- NULL: all that are queued
    sync_interval     interval    NOT NULL CHECK (sync_interval BETWEEN '10 ms' AND '1 h'),
    max_errors        int         NOT NULL CHECK (max_errors BETWEEN 1 AND 1000),
    persisted         boolean     NOT NULL,
    enabled           boolean     NOT NULL DEFAULT true,
    system_identifier bigint, -- of the cluster whose transaction numbers the buffer's rows carry
    created_at        timestamptz NOT NULL DEFAULT now()
);

-- One row per batch: history, and in its newest row the progress. Insert-only because the versions of a single updated row
-- would pile up while another session holds an old snapshot.
CREATE TABLE IF NOT EXISTS absorber.batch (
    absorber int         NOT NULL,
    batch    bigint      NOT NULL,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen     pg_snapshot NOT NULL, -- rows of transactions that it sees are absorbed
    until    pg_snapshot,          -- the end of a window that has not been taken entirely; NULL between windows
    at_xid   xid8        NOT NULL, -- rows of the window up to here are absorbed, in the order (xid, seq)
    at_seq   bigint      NOT NULL,
    issued   bigint      NOT NULL, -- rows that producers had drawn numbers for when "until" (or else "seen") was taken
    writer   xid8,                 -- the newest transaction that was writing to the buffer then; NULL for none
    absorbed bigint      NOT NULL, -- how many of them are dealt with
    picked   bigint      NOT NULL,
    merged   bigint      NOT NULL,
    pick_us  bigint      NOT NULL,
    merge_us bigint      NOT NULL,
    PRIMARY KEY (absorber, batch)
);

-- The high bits of a buffer's sequence are its epoch. Each rotation begins a new one; its rows go to segment (epoch & 3).
CREATE TABLE IF NOT EXISTS absorber.epoch (
    absorber int         NOT NULL,
    epoch    bigint      NOT NULL,
    base     bigint      NOT NULL, -- rows issued in all epochs before
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (absorber, epoch)
);

DO $$
BEGIN
    IF to_regtype('absorber.work') IS NULL THEN
        CREATE TYPE absorber.work AS (
            id         int,
            batch      bigint,
            most_rows  bigint,
            is_new     boolean,     -- the window was fixed by this batch
            has_moved  boolean,     -- progress must be written even where no row is found
            seen       pg_snapshot,
            until      pg_snapshot,
            at_xid     xid8,        -- rows of the window up to here are absorbed
            at_seq     bigint,
            late       xid8[],      -- transactions that were open at "seen" and have ended at "until"; their rows come first
            from_xid   xid8,        -- the window's other rows lie beyond
            from_seq   bigint,
            until_xmax xid8,        -- ... and before
            issued     bigint,      -- when "until" was taken
            writer     xid8,        -- the newest transaction that was writing to the buffer then
            settled    bigint,      -- rows numbered up to here had ended, one way or the other, when "until" was taken
            absorbed   bigint,      -- before this batch
            started    timestamptz
        );
        CREATE TYPE absorber.batch_result AS (
            batch         bigint, -- 0: nothing found, nothing written
            picked        bigint,
            merged        bigint,
            purged        bigint,
            pick_us       bigint,
            merge_us      bigint,
            purge_us      bigint,
            issued        bigint,
            absorbed      bigint,
            batch_size    bigint,
            sync_interval interval,
            max_errors    int,
            persisted     boolean
        );
    END IF;
END $$;
