-- The shock absorber framework for SQL Server: installs it into the current database, or upgrades it.
--
--     sqlcmd -S <server> -d <database> -b -I -i install.sql        (or open it in SSMS and execute)
--
-- For SQL Server 2016 SP1 and later, Azure SQL Database, Managed Instance; and for servers that speak T-SQL, as far as they can.
-- It can be run again at any time: absorbers, their rows and their settings stay. Assembled from the files in source/.
SET ANSI_NULLS ON;
SET QUOTED_IDENTIFIER ON;
GO

-- What every use of the framework needs. (In-Memory OLTP is no such thing: without it, buffers are disk tables.)
SET NOCOUNT ON;
DECLARE @version int = CONVERT(int, SERVERPROPERTY('ProductMajorVersion')), @missing nvarchar(2000) = N'';
IF SERVERPROPERTY('Babelfish') IS NULL AND CONVERT(int, SERVERPROPERTY('EngineEdition')) NOT IN (5, 8) AND ISNULL(@version, 0) < 13
    THROW 50400, N'This server is older than SQL Server 2016 (13.x). The framework needs SQL Server 2016 SP1 or later, Azure SQL Database, or Managed Instance.', 1;
IF CONVERT(int, SERVERPROPERTY('EngineEdition')) IN (6, 11)
    THROW 50400, N'This is a Synapse pool, which has no primary keys that a merge could rely on. Install the framework in an Azure SQL Database or on SQL Server.', 1;
IF DB_NAME() IN (N'master', N'tempdb', N'model', N'msdb')
    THROW 50400, N'This is a system database. Choose the database of the target tables (USE …, or sqlcmd -d …) and run install.sql again.', 1;
IF @@TRANCOUNT > 0
    THROW 50400, N'install.sql was run inside a transaction. Commit it first.', 1;

-- Not asked of Babelfish, which loses the session's user when an error follows.
IF SERVERPROPERTY('Babelfish') IS NULL
BEGIN
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE TABLE') = 0 SET @missing += N' GRANT CREATE TABLE TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE VIEW') = 0 SET @missing += N' GRANT CREATE VIEW TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE FUNCTION') = 0 SET @missing += N' GRANT CREATE FUNCTION TO ' + QUOTENAME(USER_NAME()) + N';';
    IF HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE PROCEDURE') = 0 SET @missing += N' GRANT CREATE PROCEDURE TO ' + QUOTENAME(USER_NAME()) + N';';
    IF SCHEMA_ID(N'ShockAbsorber') IS NULL AND HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE SCHEMA') = 0
        SET @missing += N' GRANT CREATE SCHEMA TO ' + QUOTENAME(USER_NAME()) + N';';
END;
IF @missing <> N''
BEGIN
    SET @missing = N'Rights are missing. Let a database owner run:' + @missing;
    THROW 50403, @missing, 1;
END;
