-- Removes a library and all that is on record of it; nothing on disk.
-- $1 its id
-- Locks: the row and all that refer to it. Index: library_pkey, and those of what refers to it.
delete from comic_library.library where id = $1::bigint returning id::float8 as id
