-- The framework's tables. They are kept by an upgrade; columns of later versions are added here, one by one, if they are missing.
IF SCHEMA_ID(N'ShockAbsorber') IS NULL
    EXECUTE (N'CREATE SCHEMA ShockAbsorber');
GO

IF OBJECT_ID(N'ShockAbsorber.Version', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Version (
        Version      int          NOT NULL PRIMARY KEY,
        Installed_at datetime2(3) NOT NULL
    );
IF OBJECT_ID(N'ShockAbsorber.Absorber', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Absorber (
        Id               int            IDENTITY(1, 1) NOT NULL PRIMARY KEY,
        Target_schema    sysname        NOT NULL,
        Target_name      sysname        NOT NULL,
        Schema_name      sysname        NOT NULL, -- of the buffer and of what belongs to it
        Buffer_name      sysname        NOT NULL, -- FN_…, BATCH_… and SYNC_… bear the same name behind
        Buffer_kind      varchar(20)    NOT NULL CHECK (Buffer_kind IN ('memory', 'disk')),
        Persisted        bit            NOT NULL, -- 0: rows of a memory buffer do not outlive a restart of the server
        Interval_seconds numeric(10, 2) NOT NULL,
        Interval_rows    bigint         NULL,     -- NULL: all that are queued
        Max_errors       int            NOT NULL,
        Maxdop           int            NOT NULL,
        HashBuckets      bigint         NULL,     -- NULL: no hash index
        Merge_form       varchar(10)    NOT NULL CHECK (Merge_form IN ('merge', 'update')),
        Enabled          bit            NOT NULL,
        Created_at       datetime2(3)   NOT NULL,
        UNIQUE (Target_schema, Target_name),
        UNIQUE (Schema_name, Buffer_name)
    );
IF OBJECT_ID(N'ShockAbsorber.Progress', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Progress (
        Absorber_id int    NOT NULL PRIMARY KEY,
        Batch       bigint NOT NULL, -- the number of the last batch that moved rows
        Absorbed    bigint NOT NULL  -- the highest number of which all committed rows are dealt with
    );
IF OBJECT_ID(N'ShockAbsorber.Batch', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Batch (
        Absorber_id int          NOT NULL,
        Batch       bigint       NOT NULL,
        At          datetime2(3) NOT NULL, -- UTC
        Cutoff      bigint       NOT NULL,
        Picked      bigint       NOT NULL, -- rows
        Inserted    bigint       NOT NULL, -- rows
        Updated     bigint       NOT NULL, -- rows
        Pick_us     bigint       NOT NULL, -- microseconds
        Merge_us    bigint       NOT NULL, -- microseconds
        PRIMARY KEY (Absorber_id, Batch)
    );
IF OBJECT_ID(N'ShockAbsorber.Template', 'U') IS NULL
    CREATE TABLE ShockAbsorber.Template (
        Name   sysname       NOT NULL PRIMARY KEY,
        [Text] nvarchar(max) NOT NULL
    );
GO

IF EXISTS (SELECT 1 FROM ShockAbsorber.Version AS v WHERE v.Version > 1)
    THROW 50400, N'A later version of the framework is installed. Run that version''s install.sql, or uninstall it first.', 1;
