-- A heartbeat: the worker is alive, these are its open leases, these positions run. No row: it was given up.
-- $1 worker, $2 open leases as lane:turn, $3 running positions, $4 how long its event loop has been blocked, in ms,
-- $5 what its pools do and $6 what it has counted, as JSON, or null: as before. Locks: its own row. Index: worker's primary key.
update pawl.worker
   set heartbeat_at = clock_timestamp(), leases = $2::text[], running = $3::int8multirange, blocked_ms = $4,
       pools = coalesce($5::jsonb, pools), counts = coalesce($6::jsonb, counts)
 where id = $1 and lost_at is null and stopped_at is null
returning number
