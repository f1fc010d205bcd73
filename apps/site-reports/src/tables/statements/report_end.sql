-- A report that is under way, or was never taken up, ends without a result.
-- $1 id, $2 status, $3 code or null, $4 reason or null
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set status = $2, in_progress = false, failure_code = $3, failure = $4, completed_at = now(), updated_at = now()
 where id = $1
   and status in ('not-started', 'in-progress')
returning id
