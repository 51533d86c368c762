-- The targets of the demo. Safe to run again: what exists is kept.
CREATE SCHEMA IF NOT EXISTS sales;
CREATE SCHEMA IF NOT EXISTS crm;
CREATE SCHEMA IF NOT EXISTS ref;

CREATE TABLE IF NOT EXISTS sales.order_lines
(
    order_id   bigint         NOT NULL,
    line_no    integer        NOT NULL,
    product    text           NOT NULL,
    quantity   integer        NOT NULL CHECK (quantity > 0),
    unit_price numeric(12, 2) NOT NULL,
    status     text           NOT NULL,
    changed_at timestamptz    NOT NULL,
    revision   bigint         NOT NULL,
    PRIMARY KEY (order_id, line_no)
);
CREATE INDEX IF NOT EXISTS order_lines_by_product ON sales.order_lines (product);

CREATE TABLE IF NOT EXISTS crm.customers
(
    customer_id  uuid PRIMARY KEY,
    name         text           NOT NULL,
    email        text,
    phone        text,
    city         text           NOT NULL,
    country      char(2)        NOT NULL,
    born         date,
    tags         text[],
    preferences  jsonb,
    credit_limit numeric,
    score        double precision,
    is_active    boolean        NOT NULL,
    avatar       bytea,
    note         text,
    changed_at   timestamptz    NOT NULL,
    revision     bigint         NOT NULL
);
CREATE INDEX IF NOT EXISTS customers_by_city ON crm.customers (city, name);

CREATE TABLE IF NOT EXISTS ref.prices
(
    symbol    text PRIMARY KEY,
    bid       numeric(12, 4) NOT NULL,
    ask       numeric(12, 4) NOT NULL,
    traded_at timestamptz    NOT NULL,
    revision  bigint         NOT NULL
);
