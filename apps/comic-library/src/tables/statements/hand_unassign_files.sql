-- Takes back what people said of files.
-- $1 files
-- Locks: the rows. Index: file_assignment_pkey.
delete from comic_library.file_assignment where file_id = any ($1::bigint[]) returning file_id::float8 as id
