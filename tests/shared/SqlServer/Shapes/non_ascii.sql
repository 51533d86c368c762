CREATE SCHEMA [продажи];
GO
CREATE TABLE [продажи].[заказы] (
    [№] int NOT NULL PRIMARY KEY,
    [größe] decimal(9, 3) NULL,
    [名前] nvarchar(50) COLLATE Latin1_General_CI_AS NULL
);
