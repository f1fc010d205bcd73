-- How many files of a library are on record, up to a few: also those that are taken for gone, as that may have been a mistake.
-- $1 library
-- Locks: none. Index: file_content.
select count(*)::int as files from (
  select from comic_library.file where library_id = $1::bigint limit 1000
) f
