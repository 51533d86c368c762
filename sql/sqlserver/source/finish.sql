-- Absorbers that are there get their procedures from the templates installed now.
SET NOCOUNT ON;
DECLARE @id int = 0;
WHILE 1 = 1
BEGIN
    SELECT @id = MIN(a.Id) FROM ShockAbsorber.Absorber AS a WHERE a.Id > @id;
    IF @id IS NULL
        BREAK;
    EXECUTE ShockAbsorber.Refresh @Id = @id;
END;
GO

-- What this server can do, and what would help where it cannot.
EXECUTE ShockAbsorber.Requirements;
