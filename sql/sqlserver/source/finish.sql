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

-- Said last, since it says that everything is there.
IF NOT EXISTS (SELECT 1 FROM ShockAbsorber.Version AS v WHERE v.Version = 1)
    INSERT INTO ShockAbsorber.Version (Version, Installed_at) VALUES (1, SYSUTCDATETIME());
GO

-- What this server can do, and what would help where it cannot.
EXECUTE ShockAbsorber.Requirements;
