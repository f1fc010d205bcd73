-- A report is done.
-- $1 id
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set status = 'completed', current_step = 'completed', in_progress = false, failure_code = null, failure = null,
       completed_at = now(), updated_at = now()
 where id = $1
