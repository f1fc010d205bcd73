-- Records, durably and before it starts, that a suspect runs alone on this worker; null when it has ended.
-- $1 worker, $2 position or null. Locks: its own row.
update pawl.worker set suspect = $2 where id = $1 and lost_at is null and stopped_at is null returning number
