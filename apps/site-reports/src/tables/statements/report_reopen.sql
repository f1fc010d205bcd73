-- A report that has ended is under way again, from a step. A unique violation: another one of its address is.
-- $1 id, $2 step, $3 address
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set status = 'in-progress', current_step = $2, in_progress = true, address = $3, retry_count = 0, model_failures = 0,
       failure_code = null, failure = null, completed_at = null, started_at = now(), updated_at = now()
 where id = $1
   and not in_progress
returning id
