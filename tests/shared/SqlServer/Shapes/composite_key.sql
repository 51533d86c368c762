CREATE TABLE dbo.CompositeKey (
    v int NULL,
    [second] date NOT NULL,
    w int NOT NULL,
    [first] char(2) COLLATE Latin1_General_CI_AS NOT NULL,
    PRIMARY KEY CLUSTERED ([first], [second])
);
