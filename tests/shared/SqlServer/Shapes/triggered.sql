CREATE TABLE dbo.Triggered (
    id int NOT NULL PRIMARY KEY,
    v int NULL
);
GO
CREATE TRIGGER dbo.Triggered_changed ON dbo.Triggered AFTER INSERT, UPDATE AS
BEGIN
    SET NOCOUNT ON;
    IF EXISTS (SELECT 1 FROM inserted WHERE v < 0)
        THROW 51000, N'v must not be negative.', 1;
END;
