CREATE TABLE dbo.EightKeyColumns (
    k1 int NOT NULL,
    k2 int NOT NULL,
    k3 int NOT NULL,
    k4 int NOT NULL,
    k5 int NOT NULL,
    k6 int NOT NULL,
    k7 int NOT NULL,
    k8 int NOT NULL,
    v int NULL,
    PRIMARY KEY CLUSTERED (k1, k2, k3, k4, k5, k6, k7, k8)
);
