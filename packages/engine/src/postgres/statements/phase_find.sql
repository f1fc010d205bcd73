-- A phase of a run as it was written last. $1 run, $2 phase. Locks: none. Index: pipeline_phase's primary key.
select done::float8 as done, new::float8 as new, failed::float8 as failed, skipped::float8 as skipped, total::float8 as total,
       finished_at is not null as finished
  from pawl.pipeline_phase where run_id = $1 and phase = $2
