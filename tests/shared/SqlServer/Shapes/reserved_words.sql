CREATE TABLE dbo.[order] (
    [select] int NOT NULL PRIMARY KEY,
    [from] int NULL,
    [group] varchar(10) COLLATE Latin1_General_CI_AS NULL
);
