CREATE TABLE dbo.CaseSensitive (
    Code varchar(20) COLLATE Latin1_General_CS_AS NOT NULL PRIMARY KEY,
    Text nvarchar(50) COLLATE Latin1_General_BIN2 NULL
);
