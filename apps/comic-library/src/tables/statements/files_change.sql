-- Files whose content has changed: they are read anew, and get a new cover.
-- $1 ids, $2 sizes, $3 times, $4 hashes
-- Locks: the rows. Index: file_pkey.
update comic_library.file f
set size = c.size, mtime_ns = c.mtime_ns, content_hash = c.hash, status = 'pending', has_metadata = false, cover = null
from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) c (id, size, mtime_ns, hash)
where f.id = c.id
