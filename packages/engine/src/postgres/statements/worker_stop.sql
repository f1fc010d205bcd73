-- A worker leaves in good order, having settled or handed back all it had. $1 worker, $2 what its pools have done and $3 what it has
-- counted, as JSON, or null, $4 the leases by which it may still be handed a job, as lane:turn: the sweep looks those up
-- (unsettled_of_nobody). No row: it was given up, and those who take back what it had must go on seeing it. Locks: its row. Index: worker's primary key.
update pawl.worker
   set stopped_at = clock_timestamp(), leases = $4::text[], running = '{}', suspect = null, pools = coalesce($2::jsonb, pools),
       counts = coalesce($3::jsonb, counts), gone_xid = pg_current_xact_id()
 where id = $1 and lost_at is null
returning number
