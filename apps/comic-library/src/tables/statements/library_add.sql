-- A library, unless there is one of this name or at this folder.
-- $1 name, $2 root, $3 years apart, $4 publishers apart, $5 watched, $6 milliseconds between scans or null
-- Locks: the new row. Index: library_name_key, library_root_key.
insert into comic_library.library (name, root, keep_years_apart, keep_publishers_apart, watch, rescan_every_ms, next_scan_at)
values ($1, $2, $3, $4, $5, $6::bigint, clock_timestamp() + make_interval(secs => $6::bigint / 1000.0))
on conflict do nothing
returning id::float8 as id
