CREATE TYPE dbo.Phone FROM varchar(20) NULL;
GO
CREATE TABLE dbo.AliasTypes (
    id int NOT NULL PRIMARY KEY,
    phone dbo.Phone NULL,
    owner sysname NOT NULL
);
