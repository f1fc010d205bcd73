-- An address is analysed again and again; the first time at once.
-- $1 address, $2 ms between two runs
-- Locks: the row. Index: rerun_address_key.
insert into site_reports.rerun (address, every_ms) values ($1, $2)
on conflict (address) do update set every_ms = excluded.every_ms, next_run_at = now(), paused_at = null
returning id, address, every_ms::float8 as every_ms, next_run_at, last_report_id, paused_at, created_at
