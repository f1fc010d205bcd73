-- How many series no outside catalogue was asked about.
-- $1 library
-- Locks: none. Index: series_unasked.
select count(*)::int as n from comic_library.series
where library_id = $1::bigint and deleted_at is null and catalogue_asked_at is null
