-- Whether there is a report of an address, whatever became of it.
-- $1 address
-- Locks: none. Index: report_of_address.
select exists (select from site_reports.report where address = $1) as known
