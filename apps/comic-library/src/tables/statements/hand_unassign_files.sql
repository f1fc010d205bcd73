-- Takes back what people said of files.
-- $1 library, $2 files
-- Locks: the rows. Index: file_assignment_pkey, file_pkey.
delete from comic_library.file_assignment a using comic_library.file f
where a.file_id = any ($2::bigint[]) and f.id = a.file_id and f.library_id = $1::bigint
returning a.file_id::float8 as id
