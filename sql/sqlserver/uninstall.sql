-- Removes the framework from the current database: all absorbers, and what they were made of. The targets stay as they are.
-- Refuses while a buffer holds rows or a loop runs. To throw such rows away, run this before it, in the same session:
--
--     EXECUTE sp_set_session_context N'ShockAbsorber.Discard_rows', 1;
--
--     sqlcmd -S <server> -d <database> -b -I -i uninstall.sql
SET NOCOUNT ON;
SET XACT_ABORT ON;
IF OBJECT_ID(N'ShockAbsorber.Absorber', 'U') IS NULL
    PRINT N'The framework is not installed in this database.';
ELSE
BEGIN
    DECLARE @id int = 0, @object nvarchar(517), @discard bit = 0;
    -- Read by dynamic SQL, since not every server has session contexts.
    BEGIN TRY
        EXECUTE sp_executesql N'SET @discard = ISNULL(CONVERT(bit, SESSION_CONTEXT(N''ShockAbsorber.Discard_rows'')), 0);',
            N'@discard bit OUTPUT', @discard = @discard OUTPUT;
    END TRY
    BEGIN CATCH
        SET @discard = 0;
    END CATCH;
    WHILE 1 = 1
    BEGIN
        SET @object = NULL;
        SELECT TOP (1) @id = a.Id, @object = QUOTENAME(a.Target_schema) + N'.' + QUOTENAME(a.Target_name)
        FROM ShockAbsorber.Absorber AS a
        WHERE a.Id > @id
        ORDER BY a.Id;
        IF @object IS NULL
            BREAK;
        EXECUTE ShockAbsorber.[Drop] @Object = @object, @Discard_rows = @discard;
    END;
END;
GO

-- Not reached by sqlcmd -b, nor by an agent, if an absorber could not be dropped. Elsewhere, this stops it.
IF OBJECT_ID(N'ShockAbsorber.Absorber', 'U') IS NOT NULL
BEGIN
    IF EXISTS (SELECT 1 FROM ShockAbsorber.Absorber)
        THROW 50400, N'Nothing was uninstalled, since there are absorbers that could not be dropped; see above.', 1;
    DROP PROCEDURE IF EXISTS ShockAbsorber.[Status];
    DROP PROCEDURE IF EXISTS ShockAbsorber.[Enable];
    DROP PROCEDURE IF EXISTS ShockAbsorber.[Drop];
    DROP PROCEDURE IF EXISTS ShockAbsorber.[Change];
    DROP PROCEDURE IF EXISTS ShockAbsorber.[Create];
    DROP PROCEDURE IF EXISTS ShockAbsorber.Rebuild;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Rebucket;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Resolve;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Check_settings;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Drain;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Close_buffer;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Refresh;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Find_absorber;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Report_batch;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Skip_numbers;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Close_batch;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Open_batch;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Release_lock;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Take_lock;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Remove;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Free_name;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Script;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Fill;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Requirements;
    DROP PROCEDURE IF EXISTS ShockAbsorber.Capabilities;
    DROP FUNCTION IF EXISTS ShockAbsorber.Columns;
    DROP VIEW IF EXISTS ShockAbsorber.Eligibility;
    DROP VIEW IF EXISTS ShockAbsorber.Watermarks;
    DROP TABLE IF EXISTS ShockAbsorber.Template;
    DROP TABLE IF EXISTS ShockAbsorber.Batch;
    DROP TABLE IF EXISTS ShockAbsorber.Progress;
    DROP TABLE IF EXISTS ShockAbsorber.Absorber;
    DROP TABLE IF EXISTS ShockAbsorber.Version;
END;
GO

-- The schema stays if it holds something that the framework did not make.
IF SCHEMA_ID(N'ShockAbsorber') IS NOT NULL AND OBJECT_ID(N'ShockAbsorber.Absorber', 'U') IS NULL
BEGIN
    IF EXISTS (SELECT 1 FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID(N'ShockAbsorber'))
        PRINT N'The schema ShockAbsorber holds other objects and was left.';
    ELSE
        EXECUTE (N'DROP SCHEMA ShockAbsorber');
END;
