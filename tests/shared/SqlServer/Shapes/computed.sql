CREATE TABLE dbo.Computed (
    id int NOT NULL PRIMARY KEY,
    price money NOT NULL,
    pieces int NOT NULL,
    total AS (price * pieces),
    stored AS (pieces + 1) PERSISTED
);
