-- Files that have not been read.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: file_unread.
select id::float8 as id, relative_path as path
from comic_library.file
where library_id = $1::bigint and status = 'pending' and not has_metadata and id > $2::bigint
order by id limit $3
