-- A producer's many row locks must not become a lock of the whole table, which would stop the loop and the other producers.
ALTER TABLE {{buffer}} SET (LOCK_ESCALATION = DISABLE);
