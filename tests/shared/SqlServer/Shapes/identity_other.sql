CREATE TABLE dbo.IdentityOther (
    nr int IDENTITY(1, 1) NOT NULL,
    code varchar(20) COLLATE Latin1_General_CI_AS NOT NULL PRIMARY KEY,
    v int NULL
);
