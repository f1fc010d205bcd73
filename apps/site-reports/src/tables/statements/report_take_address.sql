-- A row that was taken up gets its address; nothing when a report of this address is in progress.
-- $1 id, $2 address
-- Locks: the row. Index: report_pkey, report_under_way.
update site_reports.report
   set address = $2
 where id = $1
   and not exists (select from site_reports.report o where o.address = $2 and o.in_progress)
returning id
