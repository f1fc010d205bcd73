-- Pauses a schedule for everybody. $1 name. Locks: the row; waits for a fire that is under way. Index: the primary key.
update pawl.schedule set paused_at = coalesce(paused_at, clock_timestamp()) where name = $1
returning name
