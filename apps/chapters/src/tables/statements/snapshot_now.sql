-- Where a live feed begins, or has come to: all that is visible now.
-- Locks: none. Index: none.
select pg_current_snapshot()::text as place
