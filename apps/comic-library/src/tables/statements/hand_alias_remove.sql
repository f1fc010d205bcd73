-- A name is of its own series again.
-- $1 library, $2 name, $3 what keeps it apart
-- Locks: the row. Index: series_alias_pkey.
delete from comic_library.series_alias where library_id = $1::bigint and name_key = $2 and apart_key = $3 returning series_id::float8 as id
