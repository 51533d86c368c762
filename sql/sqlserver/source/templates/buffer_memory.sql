CREATE TABLE {{buffer}} (
    {{each definitions|%|,
    }},
    [##ShockAbsorberIdentity##] bigint IDENTITY(1, 1) NOT NULL,
    CONSTRAINT {{primary_key}} PRIMARY KEY NONCLUSTERED ([##ShockAbsorberIdentity##]){{hash_index}}
) WITH (MEMORY_OPTIMIZED = ON, DURABILITY = {{durability}});
