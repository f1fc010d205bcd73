-- Ends a run. $1 run, $2 done or cancelled. Locks: the row. Index: pipeline_run's primary key.
update pawl.pipeline_run set ended_as = $2, ended_at = clock_timestamp() where id = $1 and ended_as is null
