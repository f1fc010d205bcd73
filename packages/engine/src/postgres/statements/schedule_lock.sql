-- Locks a schedule to decide on it; waits for a fire that is under way. $1 name.
-- Locks: the row, until the end of the transaction. Index: the primary key.
select spec, superseded, next_at, last_tick, attended_at, paused_at is not null as paused, failures,
       'job_' || last_job as last_job,
       (extract(epoch from clock_timestamp() - attended_at) * 1000)::float8 as unattended_ms, clock_timestamp() as now
  from pawl.schedule
 where name = $1
   for update
