-- Names of what is made for a target, and their removal.
DROP PROCEDURE IF EXISTS ShockAbsorber.Free_name;
GO
-- A name for a buffer that is free, with all that is named after it: <schema>_<table>, shortened so that SYNC_ and BATCH_ fit before
-- it, and numbered if another has it: a.b_c and a_b.c both wish for a_b_c.
CREATE PROCEDURE ShockAbsorber.Free_name
    @Schema_name   sysname,
    @Target_schema sysname,
    @Target_name   sysname,
    @Name          sysname OUTPUT
AS
BEGIN
    DECLARE @wish nvarchar(300) = LEFT(@Target_schema + N'_' + @Target_name, 112), @number int = 1;
    SET @Name = @wish;
    WHILE EXISTS (SELECT 1 FROM ShockAbsorber.Absorber AS a WHERE a.Schema_name = @Schema_name AND a.Buffer_name = @Name)
        OR EXISTS (
            SELECT 1 FROM sys.objects AS o
            WHERE o.schema_id = SCHEMA_ID(@Schema_name) AND o.name IN (@Name, N'FN_' + @Name, N'BATCH_' + @Name, N'SYNC_' + @Name, N'PK_' + @Name))
    BEGIN
        SET @number += 1;
        SET @Name = @wish + N'_' + CONVERT(nvarchar(10), @number);
    END;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Remove;
GO
-- Removes an absorber and all that was made for it, whatever its buffer holds. Callers have asked before.
CREATE PROCEDURE ShockAbsorber.Remove
    @Schema_name sysname,
    @Buffer_name sysname
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @schema nvarchar(300) = QUOTENAME(@Schema_name) + N'.', @sql nvarchar(max), @id int;
    SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'SYNC_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP PROCEDURE IF EXISTS ' + @schema + QUOTENAME(N'BATCH_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP FUNCTION IF EXISTS ' + @schema + QUOTENAME(N'FN_' + @Buffer_name) + N';';
    EXECUTE sp_executesql @sql;
    SET @sql = N'DROP TABLE IF EXISTS ' + @schema + QUOTENAME(@Buffer_name) + N';';
    EXECUTE sp_executesql @sql;

    SELECT @id = a.Id FROM ShockAbsorber.Absorber AS a WHERE a.Schema_name = @Schema_name AND a.Buffer_name = @Buffer_name;
    DELETE FROM ShockAbsorber.Absorber WHERE Id = @id;
    DELETE FROM ShockAbsorber.Progress WHERE Absorber_id = @id;
    DELETE FROM ShockAbsorber.Batch WHERE Absorber_id = @id;
END;
