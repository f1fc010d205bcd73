-- An address is left alone until it is resumed, or is due from its next time on.
-- $1 id, $2 whether it is paused
-- Locks: the row. Index: rerun_pkey.
update site_reports.rerun
   set paused_at = case when $2::boolean then coalesce(paused_at, now()) end
 where id = $1
returning id, address, every_ms::float8 as every_ms, next_run_at, last_report_id, paused_at, created_at
