-- How far each absorber is, without reading its buffer: rows issued so far, and rows absorbed.
DROP VIEW IF EXISTS ShockAbsorber.Watermarks;
GO
CREATE VIEW ShockAbsorber.Watermarks
AS
SELECT a.Id, a.Target_schema, a.Target_name,
    CASE WHEN i.Issued > p.Absorbed THEN i.Issued ELSE p.Absorbed END AS Issued,
    p.Absorbed
FROM ShockAbsorber.Absorber AS a
INNER JOIN ShockAbsorber.Progress AS p ON p.Absorber_id = a.Id
CROSS APPLY (SELECT QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) AS Buffer) AS b
CROSS APPLY (
    -- IDENT_CURRENT says 1 both before and after the first row. (On Babelfish, nothing tells: the first row counts when it is absorbed.)
    SELECT CASE
        WHEN IDENT_CURRENT(b.Buffer) = 1 AND (SERVERPROPERTY('Babelfish') = 1
            OR NOT EXISTS (SELECT 1 FROM sys.identity_columns AS c WHERE c.object_id = OBJECT_ID(b.Buffer) AND c.last_value IS NOT NULL)) THEN 0
        ELSE CONVERT(bigint, ISNULL(IDENT_CURRENT(b.Buffer), 0)) END AS Issued) AS i;
