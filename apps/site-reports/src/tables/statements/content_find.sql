-- What is large of a report.
-- $1 id
-- Locks: none. Index: report_content_pkey.
select prompt, content from site_reports.report_content where report_id = $1
