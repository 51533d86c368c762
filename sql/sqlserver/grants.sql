-- Least rights. Run it in the database after install.sql, as one who may grant; again when there are new absorbers. Then make users members: ALTER ROLE ShockAbsorber_agent ADD MEMBER [user];
--
--     ShockAbsorber_agent     runs loops, watches, changes interval, rows and errors
--     ShockAbsorber_dba       also creates, changes and drops absorbers
--     ShockAbsorber_producer  inserts into buffers, and nothing else
--
-- Rights are given on the schema, so that they outlast an upgrade, which makes procedures anew.
IF DATABASE_PRINCIPAL_ID(N'ShockAbsorber_agent') IS NULL
    CREATE ROLE ShockAbsorber_agent;
IF DATABASE_PRINCIPAL_ID(N'ShockAbsorber_dba') IS NULL
    CREATE ROLE ShockAbsorber_dba;
IF DATABASE_PRINCIPAL_ID(N'ShockAbsorber_producer') IS NULL
    CREATE ROLE ShockAbsorber_producer;
GO

-- EXECUTE reaches targets and buffers by ownership chaining, where all schemas have one owner. The identity numbers of buffers are
-- visible only with VIEW DEFINITION.
GRANT EXECUTE ON SCHEMA::ShockAbsorber TO ShockAbsorber_agent;
GRANT SELECT ON SCHEMA::ShockAbsorber TO ShockAbsorber_agent;
GRANT EXECUTE ON SCHEMA::ShockAbsorber TO ShockAbsorber_dba;
GRANT SELECT ON SCHEMA::ShockAbsorber TO ShockAbsorber_dba;
-- What Babelfish has no word for goes by dynamic SQL.
IF SERVERPROPERTY('Babelfish') IS NULL
    EXECUTE (N'GRANT VIEW DEFINITION ON SCHEMA::ShockAbsorber TO ShockAbsorber_agent;
GRANT VIEW DATABASE STATE TO ShockAbsorber_agent;
GRANT CONTROL ON SCHEMA::ShockAbsorber TO ShockAbsorber_dba;
GRANT CREATE TABLE TO ShockAbsorber_dba;
GRANT CREATE PROCEDURE TO ShockAbsorber_dba;
GRANT CREATE FUNCTION TO ShockAbsorber_dba;
GRANT VIEW DATABASE STATE TO ShockAbsorber_dba;
GRANT VIEW DEFINITION TO ShockAbsorber_dba;');
GO

-- Per absorber: producers may insert; and where a target has another owner than its buffer, or a key with an identity column,
-- what ownership chaining does not reach is granted by name.
DECLARE @sql nvarchar(max), @position int = 0;
CREATE TABLE #absorber_grant (Position int IDENTITY(1, 1) NOT NULL, Statement nvarchar(max) NOT NULL);
INSERT INTO #absorber_grant (Statement)
SELECT N'GRANT INSERT ON ' + QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name) + N' TO ShockAbsorber_producer;'
FROM ShockAbsorber.Absorber AS a
WHERE OBJECT_ID(QUOTENAME(a.Schema_name) + N'.' + QUOTENAME(a.Buffer_name)) IS NOT NULL
UNION ALL
SELECT N'GRANT SELECT, INSERT, UPDATE ON ' + QUOTENAME(s.name) + N'.' + QUOTENAME(t.name) + N' TO ShockAbsorber_agent;'
FROM ShockAbsorber.Absorber AS a
INNER JOIN sys.tables AS t ON t.object_id = OBJECT_ID(QUOTENAME(a.Target_schema) + N'.' + QUOTENAME(a.Target_name))
INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id
INNER JOIN sys.schemas AS o ON o.schema_id = SCHEMA_ID(a.Schema_name)
WHERE ISNULL(t.principal_id, s.principal_id) <> o.principal_id OR SERVERPROPERTY('Babelfish') = 1
UNION ALL
SELECT N'GRANT ALTER ON ' + QUOTENAME(e.Schema_name) + N'.' + QUOTENAME(e.Table_name) + N' TO ShockAbsorber_agent;'
FROM ShockAbsorber.Eligibility AS e
WHERE e.Has_absorber = 1 AND CHARINDEX(N'IDENTITY_INSERT', e.Remarks) > 0 AND SERVERPROPERTY('Babelfish') IS NULL;
WHILE 1 = 1
BEGIN
    SET @sql = NULL;
    SELECT TOP (1) @sql = g.Statement, @position = g.Position FROM #absorber_grant AS g WHERE g.Position > @position ORDER BY g.Position;
    IF @sql IS NULL
        BREAK;
    EXECUTE sp_executesql @sql;
END;
DROP TABLE #absorber_grant;
GO

-- For the whole server, in master, to the agent's login: waits and plans of its sessions, and which session runs a loop.
--     GRANT VIEW SERVER STATE TO [login];                -- SQL Server 2022 and later: VIEW SERVER PERFORMANCE STATE
