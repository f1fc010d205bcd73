-- A worker leaves in good order, having settled or handed back all it had. $1 worker, $2 what its pools have done and $3 what it has
-- counted, as JSON, or null.
update pawl.worker
   set stopped_at = clock_timestamp(), leases = '{}', running = '{}', suspect = null, pools = coalesce($2::jsonb, pools),
       counts = coalesce($3::jsonb, counts), gone_xid = pg_current_xact_id(),
       gone_since = (select min(a.xact_start) from pg_stat_activity a where a.application_name = 'pawl enqueue' and a.datname = current_database())
 where id = $1
