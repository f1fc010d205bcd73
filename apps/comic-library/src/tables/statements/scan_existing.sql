-- How many series a scan found that were there before: counted once, when its phase begins.
-- $1 run, $2 library
-- Locks: the row. Index: scan_pkey, file_unlinked, file_metadata_pkey, series_library_id_name_key_apart_key_key.
update comic_library.scan
set series_existing = (
  select count(distinct t.series_id)::int from comic_library.file_target t
  join comic_library.file f on f.id = t.file_id
  where f.library_id = $2::bigint and f.status = 'pending' and f.has_metadata and t.series_id is not null
)
where run_id = $1::bigint and series_existing is null
