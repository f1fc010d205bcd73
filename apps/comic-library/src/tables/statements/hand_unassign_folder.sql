-- Takes back what people said of a folder.
-- $1 library, $2 the folder
-- Locks: the row. Index: folder_assignment_pkey.
delete from comic_library.folder_assignment where library_id = $1::bigint and folder = $2 returning series_id::float8 as id
