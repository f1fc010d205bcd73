-- Locks a schedule whose tick has come, for the process that will fire it; nothing when another process has it, has fired it,
-- or declares a newer spec. $1 name, $2 spec. Locks: the row, until the end of the transaction. Index: the primary key.
select spec, superseded, next_at, last_tick, attended_at, paused_at is not null as paused, failures,
       'job_' || last_job as last_job, 0::float8 as unattended_ms, clock_timestamp() as now
  from pawl.schedule
 where name = $1 and spec = $2::jsonb and paused_at is null and greatest(next_at, retry_at) <= clock_timestamp()
   for update skip locked
