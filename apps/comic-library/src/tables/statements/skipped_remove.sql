-- What is no longer left alone.
-- $1 library, $2 paths
-- Locks: the rows. Index: skipped_pkey.
delete from comic_library.skipped where library_id = $1::bigint and relative_path = any ($2::text[])
