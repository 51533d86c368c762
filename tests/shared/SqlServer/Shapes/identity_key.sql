CREATE TABLE dbo.IdentityKey (
    id bigint IDENTITY(5, 5) NOT NULL PRIMARY KEY,
    v nvarchar(30) COLLATE Latin1_General_CI_AS NULL
);
