-- How many files of a library are on record, up to a few.
-- $1 library
-- Locks: none. Index: file_path.
select count(*)::int as files from (
  select from comic_library.file where library_id = $1::bigint and status <> 'orphaned' limit 1000
) f
