CREATE TABLE dbo.MemoryTypes (
    id uniqueidentifier NOT NULL PRIMARY KEY,
    c1 bigint NOT NULL, c2 smallint NULL, c3 tinyint NULL, c4 bit NULL, c5 decimal(38, 10) NULL, c6 numeric(5, 0) NULL,
    c7 money NULL, c8 smallmoney NULL, c9 float NULL, c10 real NULL, c11 date NULL, c12 time(3) NULL, c13 datetime2(0) NULL,
    c14 datetime NULL, c15 smalldatetime NULL,
    c16 char(3) COLLATE Latin1_General_CI_AS NULL, c17 varchar(max) COLLATE Latin1_General_CI_AS NULL,
    c18 nchar(4) COLLATE Latin1_General_CI_AS NULL, c19 nvarchar(max) COLLATE Latin1_General_CI_AS NULL,
    c20 binary(16) NULL, c21 varbinary(64) NULL, c22 varbinary(max) NULL,
    c23 nvarchar(4000) COLLATE Latin1_General_CI_AS NULL
);
