-- Files that are no longer where they were. Their path is free for others.
-- $1 ids
-- Locks: the rows. Index: file_pkey.
update comic_library.file set status = 'orphaned' where id = any ($1::bigint[])
