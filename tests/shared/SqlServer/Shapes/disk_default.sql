CREATE TABLE dbo.DiskDefault (
    id int NOT NULL PRIMARY KEY,
    who nvarchar(128) COLLATE Latin1_General_CI_AS NOT NULL DEFAULT SUSER_SNAME()
);
