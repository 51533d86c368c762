CREATE TABLE dbo.Sparse (
    id int NOT NULL PRIMARY KEY,
    rare int SPARSE NULL,
    rarer varchar(20) COLLATE Latin1_General_CI_AS SPARSE NULL,
    together xml COLUMN_SET FOR ALL_SPARSE_COLUMNS
);
