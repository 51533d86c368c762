CREATE SCHEMA [we]]ird];
GO
CREATE TABLE [we]]ird].[it's [a]] "b"] (
    [k]]1] int NOT NULL,
    [a b] nvarchar(20) COLLATE Latin1_General_CI_AS NOT NULL,
    [v'%] varchar(10) COLLATE Latin1_General_CI_AS NULL,
    [{{buffer}}] int NULL,
    [{{each columns|%|, }}] int NULL,
    [--] int NULL,
    PRIMARY KEY CLUSTERED ([a b], [k]]1])
);
