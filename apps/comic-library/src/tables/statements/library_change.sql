-- Another name for a library, or other rules. They count from the next scan on.
-- $1 library; $2 name, $3 years apart, $4 publishers apart, $5 watched, or null for as it is; $6 whether $7 counts; $7 milliseconds between scans, or null
-- Locks: the row. Index: library_pkey.
update comic_library.library set
  name = coalesce($2, name),
  keep_years_apart = coalesce($3, keep_years_apart),
  keep_publishers_apart = coalesce($4, keep_publishers_apart),
  watch = coalesce($5, watch),
  rescan_every_ms = case when $6 then $7::bigint else rescan_every_ms end,
  next_scan_at = case when $6 then clock_timestamp() + make_interval(secs => $7::bigint / 1000.0) else next_scan_at end
where id = $1
returning id
