-- Files that have been read.
-- $1 ids
-- Locks: the rows. Index: file_pkey.
update comic_library.file set has_metadata = true where id = any ($1::bigint[])
