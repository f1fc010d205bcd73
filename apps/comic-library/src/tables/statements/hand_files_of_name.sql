-- Files that say to be of a series of this name.
-- $1 library, $2 name, $3 what keeps it apart
-- Locks: none. Index: file_metadata_name.
select file_id::float8 as id from comic_library.file_metadata
where library_id = $1::bigint and name_key = $2 and apart_key = $3
