-- How many files have not been read.
-- $1 library
-- Locks: none. Index: file_unread.
select count(*)::int as n from comic_library.file where library_id = $1::bigint and status = 'pending' and not has_metadata
