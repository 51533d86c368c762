-- The shock absorber framework for PostgreSQL 15 and later. Version 1.
--
-- Run as the role that shall own the framework, which is the role that runs the sync loops:
--     psql -v ON_ERROR_STOP=1 -1 -d <database> -f install.sql
-- Safe to run again: tables are kept, functions are replaced. Then, for each target:
--     SELECT absorber.create('sales.orders');          -- makes the buffer absorber.sales_orders
--     INSERT INTO absorber.sales_orders (...) ...      -- producers write here instead of the target
--     CALL absorber.sync('sales.orders', run_only_once => true, print_stats => true);
-- See grants.sql for the rights that each party needs and uninstall.sql for the way back.
--
-- How it works. A buffer is insert-only: its rows are never updated or deleted. It consists of four segments in rotation; the
-- loop moves producers to an empty segment by setting the sequence, and empties a segment by TRUNCATE once all its rows were
-- absorbed. Which rows those are is told by snapshots: rows whose transaction the snapshot "seen" sees. So nothing is left
-- behind that later batches would have to walk over, whatever old snapshots other sessions hold.

\ir tables.sql
\ir catalog.sql
\ir script.sql
\ir absorbers.sql
\ir watermarks.sql
\ir batch.sql
\ir reclaim.sql
\ir adopt.sql
\ir sync.sql
\ir refresh.sql
