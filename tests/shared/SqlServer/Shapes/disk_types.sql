CREATE TABLE dbo.DiskTypes (
    id datetimeoffset(3) NOT NULL PRIMARY KEY,
    c1 xml NULL, c2 sql_variant NULL, c3 geography NULL, c4 geometry NULL, c5 hierarchyid NULL,
    c6 text COLLATE Latin1_General_CI_AS NULL, c7 ntext COLLATE Latin1_General_CI_AS NULL, c8 image NULL
);
