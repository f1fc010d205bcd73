-- The reports of these addresses that are under way.
-- $1 addresses
-- Locks: none. Index: report_under_way.
select id, address from site_reports.report where address = any ($1::text[]) and in_progress
