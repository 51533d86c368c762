INSERT INTO ShockAbsorber.Absorber (Target_schema, Target_name, Schema_name, Buffer_name, Buffer_kind, Persisted,
    Interval_seconds, Interval_rows, Max_errors, Maxdop, HashBuckets, Merge_form, Enabled, Created_at)
VALUES ({{target_schema_literal}}, {{target_name_literal}}, {{schema_literal}}, {{buffer_name_literal}}, '{{buffer_kind}}', {{persisted}},
    {{interval_seconds}}, {{interval_rows}}, {{max_errors}}, {{maxdop}}, {{hash_buckets}}, '{{merge_form}}', 0, SYSUTCDATETIME());
INSERT INTO ShockAbsorber.Progress (Absorber_id, Batch, Absorbed)
SELECT a.Id, 0, 0
FROM ShockAbsorber.Absorber AS a
WHERE a.Schema_name = {{schema_literal}} AND a.Buffer_name = {{buffer_name_literal}};
