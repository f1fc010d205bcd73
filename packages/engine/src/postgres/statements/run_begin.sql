-- A run is under way. $1 run. Locks: the row. Index: pipeline_run's primary key.
update pawl.pipeline_run set started_at = coalesce(started_at, clock_timestamp()) where id = $1
