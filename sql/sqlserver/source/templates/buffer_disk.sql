-- Producers all insert at the end of this index. Where the server can, it lets them in one by one without a convoy for the last
-- page (OPTIMIZE_FOR_SEQUENTIAL_KEY, from 2019 on). Page locks are off, since a page locked by one producer would hide the rows
-- that others have committed there.
CREATE TABLE {{buffer}} (
    {{each definitions|%|,
    }},
    [##ShockAbsorberIdentity##] bigint IDENTITY(1, 1) NOT NULL,
    CONSTRAINT {{primary_key}} PRIMARY KEY CLUSTERED ([##ShockAbsorberIdentity##]){{index_options}}
);
