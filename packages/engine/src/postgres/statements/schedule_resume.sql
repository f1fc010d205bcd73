-- Ends a pause. $1 name, $2 the next tick. Locks: the row, which the caller has locked. Index: the primary key.
update pawl.schedule set paused_at = null, next_at = $2, failures = 0, retry_at = null, error = null where name = $1
