-- The least rights, by party. Run what applies, as the owner of the objects:
--     psql -v ON_ERROR_STOP=1 -d <database> -v agent=absorber_agent -v producer=shop -v target=sales.orders -f grants.sql
-- Names with capitals or other special characters are given quoted, as in -v target='"Sales"."Orders"'.

-- The role that installs the framework and runs the loops owns schema absorber and all in it. To create it, it needs:
SELECT format('GRANT CONNECT, CREATE ON DATABASE %I TO %I', current_database(), :'agent') \gexec

-- ... and for each target, to read keys and to upsert:
SELECT format('GRANT USAGE ON SCHEMA %s TO %I', c.relnamespace::regnamespace, :'agent') FROM pg_class c WHERE c.oid = :'target'::regclass \gexec
SELECT format('GRANT SELECT, INSERT, UPDATE ON %s TO %I', :'target'::regclass, :'agent') \gexec

-- Producers that may insert into the target get what they need when its absorber is created. For one that comes later, as the
-- owner of schema absorber, SELECT absorber.grant_producers('sales.orders') after:
SELECT format('GRANT INSERT ON %s TO %I', :'target'::regclass, :'producer') \gexec
