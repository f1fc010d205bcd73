-- All addresses that are analysed again and again.
-- $1 before this id or null, $2 most rows
-- Locks: none. Index: rerun_pkey.
select id, address, every_ms::float8 as every_ms, next_run_at, last_report_id, paused_at, created_at
  from site_reports.rerun
 where $1::bigint is null or id < $1
 order by id desc
 limit $2
