-- How many files have no cover yet.
-- $1 library
-- Locks: none. Index: file_uncovered.
select count(*)::int as n from comic_library.file where library_id = $1::bigint and status = 'indexed' and cover is null
