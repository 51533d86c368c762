-- The targets of the demo. Safe to run again: what exists is kept.
IF SCHEMA_ID(N'sales') IS NULL EXECUTE (N'CREATE SCHEMA sales');
IF SCHEMA_ID(N'crm') IS NULL EXECUTE (N'CREATE SCHEMA crm');
IF SCHEMA_ID(N'ref') IS NULL EXECUTE (N'CREATE SCHEMA ref');
IF SCHEMA_ID(N'lab') IS NULL EXECUTE (N'CREATE SCHEMA lab');

IF OBJECT_ID(N'sales.order_lines') IS NULL
BEGIN
    CREATE TABLE sales.order_lines
    (
        order_id   bigint         NOT NULL,
        line_no    int            NOT NULL,
        product    nvarchar(40)   NOT NULL,
        quantity   int            NOT NULL CHECK (quantity > 0),
        unit_price decimal(12, 2) NOT NULL,
        status     nvarchar(20)   NOT NULL,
        changed_at datetime2(6)   NOT NULL,
        revision   bigint         NOT NULL,
        PRIMARY KEY (order_id, line_no)
    );
    CREATE INDEX order_lines_by_product ON sales.order_lines (product);
END;

IF OBJECT_ID(N'crm.customers') IS NULL
BEGIN
    CREATE TABLE crm.customers
    (
        customer_id  uniqueidentifier NOT NULL PRIMARY KEY,
        name         nvarchar(100)    NOT NULL,
        email        nvarchar(200)    NULL,
        phone        nvarchar(40)     NULL,
        city         nvarchar(100)    NOT NULL,
        country      nchar(2)         NOT NULL,
        born         date             NULL,
        tags         nvarchar(400)    NULL,
        preferences  nvarchar(400)    NULL,
        credit_limit decimal(18, 3)   NULL,
        score        float            NULL,
        is_active    bit              NOT NULL,
        avatar       varbinary(100)   NULL,
        note         nvarchar(400)    NULL,
        changed_at   datetime2(6)     NOT NULL,
        revision     bigint           NOT NULL
    );
    CREATE INDEX customers_by_city ON crm.customers (city, name);
END;

IF OBJECT_ID(N'ref.prices') IS NULL
    CREATE TABLE ref.prices
    (
        symbol    nvarchar(20)   NOT NULL PRIMARY KEY,
        bid       decimal(12, 4) NOT NULL,
        ask       decimal(12, 4) NOT NULL,
        traded_at datetime2(6)   NOT NULL,
        revision  bigint         NOT NULL
    );

-- Marks by which producers tell afterwards whether a commit whose answer got lost had happened.
IF OBJECT_ID(N'lab.transactions') IS NULL
    CREATE TABLE lab.transactions (id uniqueidentifier NOT NULL PRIMARY KEY);
