-- Files that were found at another path. Their name tells about them, so that they are read anew; their content and cover stand.
-- $1 ids, $2 paths, $3 names, $4 extensions, $5 times
-- Locks: the rows. Index: file_pkey, file_path.
update comic_library.file f
set relative_path = m.path, name = m.name, extension = m.extension, mtime_ns = m.mtime_ns, status = 'pending', has_metadata = false
from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[]) m (id, path, name, extension, mtime_ns)
where f.id = m.id
