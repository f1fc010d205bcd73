-- A worker leaves in good order, having settled or handed back all it had. $1 worker.
update pawl.worker set stopped_at = clock_timestamp(), leases = '{}', running = '{}', suspect = null where id = $1
