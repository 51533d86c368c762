CREATE TABLE dbo.Masked (
    id int NOT NULL PRIMARY KEY,
    mail varchar(100) COLLATE Latin1_General_CI_AS MASKED WITH (FUNCTION = 'email()') NULL
);
