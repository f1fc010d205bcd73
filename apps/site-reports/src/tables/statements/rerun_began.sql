-- Which report an address that is analysed again and again has got last.
-- $1 id, $2 report
-- Locks: the row. Index: rerun_pkey.
update site_reports.rerun set last_report_id = $2 where id = $1
