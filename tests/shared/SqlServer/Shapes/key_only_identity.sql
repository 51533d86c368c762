CREATE TABLE dbo.KeyOnlyIdentity (
    id int IDENTITY(1, 1) NOT NULL PRIMARY KEY
);
