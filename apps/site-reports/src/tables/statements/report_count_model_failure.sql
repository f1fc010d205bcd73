-- The model has failed on the prompt of a report, once more.
-- $1 id
-- Locks: the row. Index: report_pkey.
update site_reports.report set model_failures = model_failures + 1 where id = $1 returning model_failures
