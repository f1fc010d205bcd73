-- A scan begins, or goes on.
-- $1 run, $2 library
-- Locks: the new row. Index: scan_pkey.
insert into comic_library.scan (run_id, library_id) values ($1::bigint, $2::bigint) on conflict do nothing
