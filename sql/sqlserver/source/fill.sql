-- Fills a template. {{name}} becomes a value, {{each set|pattern|separator}} a list: the pattern once for each column of the set,
-- with the column's text in place of %. Texts that were filled in are never looked through again, whatever they contain.
-- The caller provides the values in #absorber_value (Name, Text) and the columns in
-- #absorber_list (List, Position, Text): sets columns, keys, others, definitions and types, counted from 1. What was filled becomes a
-- value itself, by the name @As. (No output parameter: not every server hands nvarchar(max) back.)
DROP PROCEDURE IF EXISTS ShockAbsorber.Fill;
GO
CREATE PROCEDURE ShockAbsorber.Fill
    @Template sysname,
    @As       varchar(40)
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @text nvarchar(max), @filled nvarchar(max), @from int = 1, @at int, @until int, @name nvarchar(4000), @value nvarchar(max), @message nvarchar(2000),
        @pattern nvarchar(4000), @separator nvarchar(4000), @position int, @item nvarchar(max);

    SELECT @text = t.[Text] FROM ShockAbsorber.Template AS t WHERE t.Name = @Template;
    IF @text IS NULL
    BEGIN
        SET @message = CONCAT(N'The template ', @Template, N' is missing. Run install.sql again.');
        THROW 50400, @message, 1;
    END;

    SET @filled = CONVERT(nvarchar(max), N'');
    WHILE 1 = 1
    BEGIN
        SET @at = CHARINDEX(N'{{', @text, @from);
        IF @at = 0
            BREAK;
        SET @until = CHARINDEX(N'}}', @text, @at);
        SET @name = SUBSTRING(@text, @at + 2, @until - @at - 2);
        SET @value = NULL;

        IF @name LIKE N'each %'
        BEGIN
            SET @pattern = SUBSTRING(@name, CHARINDEX(N'|', @name) + 1, 4000);
            SET @separator = SUBSTRING(@pattern, CHARINDEX(N'|', @pattern) + 1, 4000);
            SET @pattern = LEFT(@pattern, CHARINDEX(N'|', @pattern) - 1);
            SET @name = SUBSTRING(@name, 6, CHARINDEX(N'|', @name) - 6);
            SET @position = 1;
            WHILE 1 = 1
            BEGIN
                SET @item = NULL;
                SELECT @item = l.Text FROM #absorber_list AS l WHERE l.List = @name AND l.Position = @position;
                IF @item IS NULL
                    BREAK;
                SET @value = CASE WHEN @position = 1 THEN CONVERT(nvarchar(max), N'') ELSE @value + @separator END + REPLACE(@pattern, N'%', @item);
                SET @position += 1;
            END;
        END
        ELSE
            SELECT @value = v.Text FROM #absorber_value AS v WHERE v.Name = @name;

        IF @value IS NULL
        BEGIN
            SET @message = CONCAT(N'The template ', @Template, N' asks for {{', @name, N'}}, which nothing fills. Run install.sql again.');
            THROW 50400, @message, 1;
        END;
        SET @filled = @filled + SUBSTRING(@text, @from, @at - @from) + @value;
        SET @from = @until + 2;
    END;
    SET @filled = @filled + SUBSTRING(@text, @from, 1000000);
    DELETE FROM #absorber_value WHERE Name = @As;
    INSERT INTO #absorber_value (Name, Text) VALUES (@As, @filled);
END;
