-- PostgreSQL's clock, in ms since 1970. Locks: none.
select extract(epoch from clock_timestamp())::float8 * 1000 as now
