-- How many files wait for their series, or to be removed.
-- $1 library
-- Locks: none. Index: file_unlinked, file_orphaned.
select (
  (select count(*) from comic_library.file where library_id = $1::bigint and status = 'pending' and has_metadata)
  + (select count(*) from comic_library.file where library_id = $1::bigint and status = 'orphaned')
)::int as n
