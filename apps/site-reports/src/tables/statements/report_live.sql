-- Whether a report is still wanted: there, and not cancelled. It stays so until the transaction ends: who cancels waits, and then
-- cancels what has moved on.
-- $1 id
-- Locks: the row. Index: report_pkey.
select 1 as live from site_reports.report where id = $1::bigint and status <> 'cancelled' for no key update
