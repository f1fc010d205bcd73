-- Files with another time and the same content.
-- $1 ids, $2 times
-- Locks: the rows. Index: file_pkey.
update comic_library.file f set mtime_ns = t.mtime_ns
from unnest($1::bigint[], $2::bigint[]) t (id, mtime_ns)
where f.id = t.id
