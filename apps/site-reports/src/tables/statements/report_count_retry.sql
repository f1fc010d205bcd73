-- An attempt has failed, and another one comes.
-- $1 id
-- Locks: the row. Index: report_pkey.
update site_reports.report set retry_count = retry_count + 1, updated_at = now() where id = $1
