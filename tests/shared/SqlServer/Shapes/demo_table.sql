CREATE TABLE dbo.DemoTable (
    a int NOT NULL,
    b int NOT NULL,
    c int NOT NULL,
    d varchar(100) COLLATE Latin1_General_CI_AS NOT NULL,
    e datetime2(6) NOT NULL,
    PRIMARY KEY CLUSTERED (a, b)
);
