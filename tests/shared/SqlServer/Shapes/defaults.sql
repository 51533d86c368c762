CREATE TABLE dbo.Defaults (
    id int NOT NULL PRIMARY KEY,
    state tinyint NOT NULL DEFAULT 1,
    name nvarchar(20) COLLATE Latin1_General_CI_AS NOT NULL DEFAULT N'it''s',
    at datetime2(3) NOT NULL DEFAULT SYSUTCDATETIME(),
    v int NULL DEFAULT -1
);
