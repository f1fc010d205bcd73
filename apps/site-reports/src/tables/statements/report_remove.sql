-- Forgets a report and all that belongs to it.
-- $1 id
-- Locks: the row and what refers to it. Index: report_pkey.
delete from site_reports.report where id = $1 returning id
