CREATE TABLE dbo.RowVersion (
    id int NOT NULL PRIMARY KEY,
    v int NULL,
    version rowversion NOT NULL
);
