namespace Absorber.EndToEndTests.Staging;

/// <summary>What a console's store holds of the time before its start.</summary>
internal static class Past
{
    /// <summary>An absorber with a sample per second of the last quarter of an hour, except for the minute from seven to six minutes ago.</summary>
    public const string Known = "shop.carts";

    /// <summary>An absorber of which there is no sample.</summary>
    public const string Unknown = "shop.visits";

    /// <summary>Writes it, for a console that is not running.</summary>
    public static Task WriteAsync(Stage stage) => stage.Store.ExecuteAsync(
        """
        INSERT INTO console.agents (name, server, engine, version, seen, dropped_samples)
        VALUES ('db07', 'db07.example', 'PostgreSQL 18', '0.1.0', now() - interval '30 s', 0);

        INSERT INTO console.absorbers (agent_id, database, schema, "table", state, since, batch_size, interval, max_errors, persisted, buffer)
        SELECT agents.id, 'shop', 'shop', target, 'Running', now() - interval '1 day', 10000, '1 s', 3, true, 'shop.' || target || '_buffer'
        FROM console.agents, unnest(ARRAY['carts', 'visits']) AS target;

        DO $$
        DECLARE
            hour timestamptz;
            name text;
        BEGIN
            -- The console makes them in the background and may not have come to it.
            FOR hour IN SELECT DISTINCT date_trunc('hour', at, 'UTC') FROM unnest(ARRAY[now() - interval '20 min', now()]) AS at LOOP
                name := 'samples_' || to_char(hour AT TIME ZONE 'UTC', 'YYYYMMDDHH24');
                IF to_regclass('console.' || name) IS NULL THEN
                    EXECUTE format('CREATE TABLE console.%I PARTITION OF console.samples FOR VALUES FROM (%L) TO (%L)', name, hour, hour + interval '1 h');
                END IF;
            END LOOP;
        END $$;

        INSERT INTO console.samples (at, batch, picked, merged, purged, pick_us, merge_us, purge_us, issued, absorbed, depth, lag_seconds, absorber_id, kind, lag_is_lower_bound)
        SELECT now() - make_interval(secs => ago), 900 - ago, 100, 90, 100, 800, 4000, 900, 200 + (900 - ago) * 100, (900 - ago) * 100, 200 + ago % 60, 0.5, absorbers.id, 0, false
        FROM generate_series(30, 900) AS ago, console.absorbers
        WHERE absorbers."table" = 'carts' AND NOT ago BETWEEN 360 AND 420;
        """);
}
