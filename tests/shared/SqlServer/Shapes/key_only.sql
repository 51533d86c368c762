CREATE TABLE dbo.KeyOnly (
    a int NOT NULL,
    b int NOT NULL,
    PRIMARY KEY CLUSTERED (a, b)
);
