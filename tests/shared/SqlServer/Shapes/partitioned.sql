CREATE PARTITION FUNCTION Partitioned_by_day (date) AS RANGE RIGHT FOR VALUES ('2026-01-01', '2026-02-01');
CREATE PARTITION SCHEME Partitioned_by_day AS PARTITION Partitioned_by_day ALL TO ([PRIMARY]);
GO
CREATE TABLE dbo.Partitioned (
    id int NOT NULL,
    day date NOT NULL,
    v int NULL,
    PRIMARY KEY CLUSTERED (day, id)
) ON Partitioned_by_day (day);
GO
CREATE INDEX Partitioned_open ON dbo.Partitioned (v) WHERE v IS NOT NULL;
