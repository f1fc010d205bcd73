-- The series that a name was given to.
-- $1 library, $2 name
-- Locks: none. Index: series_alias_pkey.
select series_id::float8 as id from comic_library.series_alias where library_id = $1::bigint and name_key = $2 and apart_key = ''
