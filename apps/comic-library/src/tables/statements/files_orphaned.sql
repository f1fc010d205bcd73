-- Files that are gone, and whether another one is at their path by now.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: file_orphaned, file_path.
select f.id::float8 as id, f.relative_path as path, f.size::float8 as size, f.mtime_ns::text as "mtimeNs", f.content_hash as hash,
  exists (
    select from comic_library.file o
    where o.library_id = $1::bigint and o.status <> 'orphaned' and o.relative_path = f.relative_path
  ) as "isTaken"
from comic_library.file f
where f.library_id = $1::bigint and f.status = 'orphaned' and f.id > $2::bigint
order by f.id limit $3
