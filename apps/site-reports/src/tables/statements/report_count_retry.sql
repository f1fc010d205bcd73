-- An attempt has failed and another one follows; nothing when the report has no retries left.
-- $1 id, $2 retries that a report has
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set retry_count = retry_count + 1, attempt = null, updated_at = now()
 where id = $1
   and retry_count < $2
returning retry_count
