-- Records that a run begins, and on which worker. A failed row whose job was replayed is open again, under its new job. No row: it is
-- gone, or has succeeded.
-- $1 id, $2 id of the engine job
-- Locks: the row. Index: scrape_job_pkey, and those of pawl.job.
update coin_prices.scrape_job s
   set job = $2, attempts = s.attempts + 1, locked_by = j.locked_by, locked_at = coalesce(j.locked_at, now()),
       is_scheduled = s.is_scheduled and s.status is null, status = null, completed_at = null, error_message = null
  from pawl.job($2::text) j
 where s.id = $1 and s.status is distinct from 'succeeded'
returning s.intake_id, s.source_id, s.query_params
