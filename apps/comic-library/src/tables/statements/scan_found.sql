-- How many comics the walk of a scan has met.
-- $1 run, $2 comics, $3 whether the walk has ended
-- Locks: the row. Index: scan_pkey.
update comic_library.scan
set files_found = case when $3::boolean then $2::int else greatest(files_found, $2::int) end
where run_id = $1::bigint
