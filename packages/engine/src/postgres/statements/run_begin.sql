-- A run is under way. No row: one over the same subject was cancelled, and its handler has not left yet; one that is deaf to its signal,
-- or whose process died, is not waited for any longer than a minute. $1 run, $2 the attempt. Locks: the row.
-- Indexes: pipeline_run's primary key, pipeline_run_held.
update pawl.pipeline_run r set started_at = coalesce(r.started_at, clock_timestamp()), holder = $2
 where r.id = $1
   and not exists (
     select from pawl.pipeline_run b
      where b.pipeline = r.pipeline and b.subject = r.subject and b.holder is not null and b.id < r.id
        and b.ended_as = 'cancelled' and b.ended_at > clock_timestamp() - interval '1 minute')
returning r.id
