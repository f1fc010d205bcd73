-- The time by PostgreSQL's clock.
-- Locks: none. Index: none.
select clock_timestamp() as now
