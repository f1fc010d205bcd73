-- The report of an address that is under way.
-- $1 address
-- Locks: none. Index: report_under_way.
select id from site_reports.report where address = $1 and in_progress
