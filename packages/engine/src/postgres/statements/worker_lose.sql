-- Gives a worker up, if its heartbeat is still the one that was watched for the whole limit. Its claims are refused from now on.
-- $1 worker, $2 the heartbeat seen. Locks: its row. Index: worker's primary key.
update pawl.worker set lost_at = clock_timestamp(), gone_xid = pg_current_xact_id()
 where id = $1 and heartbeat_at = $2::timestamptz and lost_at is null and stopped_at is null
returning number
