-- A report comes to another step. One that had failed and was replayed is under way again.
-- $1 id, $2 step, $3 title or null
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set status = 'in-progress', current_step = $2, in_progress = true, title = coalesce($3, title),
       failure_code = null, failure = null, completed_at = null, updated_at = now()
 where id = $1
