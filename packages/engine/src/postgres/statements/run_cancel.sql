-- Notes that the job of a run was cancelled. $1 job. Locks: the row. Index: pipeline_run's unique job_id.
update pawl.pipeline_run set ended_as = 'cancelled', ended_at = clock_timestamp() where job_id = $1 and ended_as is null
