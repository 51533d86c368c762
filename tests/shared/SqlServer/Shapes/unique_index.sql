CREATE TABLE dbo.UniqueIndex (
    note varchar(50) COLLATE Latin1_General_CI_AS NULL,
    code char(8) COLLATE Latin1_General_CI_AS NOT NULL,
    v int NOT NULL
);
GO
CREATE UNIQUE INDEX UniqueIndex_note ON dbo.UniqueIndex (note);
CREATE UNIQUE INDEX UniqueIndex_both ON dbo.UniqueIndex (code, v);
CREATE UNIQUE INDEX UniqueIndex_code ON dbo.UniqueIndex (code) INCLUDE (note);
