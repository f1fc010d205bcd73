-- A run is under way, in this job. $1 run, $2 job. Locks: the row. Index: pipeline_run's primary key.
update pawl.pipeline_run set started_at = coalesce(started_at, clock_timestamp()), job_id = $2, ended_as = null, ended_at = null where id = $1
