-- All schedules, by name. Locks: none. Small: as many rows as there are schedules in the code.
select name, spec, next_at, last_at, 'job_' || last_job as last_job, paused_at, failures, retry_at, error, created_at,
       (extract(epoch from clock_timestamp() - declared_at) * 1000)::float8 as undeclared_ms
  from pawl.schedule
 order by name
