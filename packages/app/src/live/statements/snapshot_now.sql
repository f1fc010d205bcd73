-- The current snapshot: where a live feed begins, or has come to.
-- Locks: none. Index: none.
select pg_current_snapshot()::text as snapshot
