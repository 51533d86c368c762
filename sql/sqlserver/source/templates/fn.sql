-- The latest row of each key among those numbered up to @identity.
CREATE FUNCTION {{fn}} (@identity bigint)
RETURNS TABLE
WITH NATIVE_COMPILATION, SCHEMABINDING
AS
RETURN (
    SELECT {{each columns|b.%|, }}
    FROM {{buffer}} AS b
    WHERE b.[##ShockAbsorberIdentity##] IN (
        SELECT MAX(m.[##ShockAbsorberIdentity##])
        FROM {{buffer}} AS m WITH (INDEX = {{primary_key}})
        WHERE m.[##ShockAbsorberIdentity##] <= @identity
        GROUP BY {{each keys|m.%|, }})
);
