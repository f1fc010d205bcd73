-- Files at these paths, and files of these contents wherever they are: of those with one content so many at the most, the lost ones first.
-- $1 library, $2 paths, $3 sizes, $4 hashes, $5 how many of one content
-- Locks: none: but for the scan nobody writes to what is selected. Index: file_path, file_content.
select f.id::float8 as id, f.relative_path as path, f.size::float8 as size, f.mtime_ns::text as "mtimeNs", f.content_hash as hash,
  f.status = 'orphaned' as "isOrphaned"
from comic_library.file f
where f.library_id = $1::bigint and f.status <> 'orphaned' and f.relative_path = any ($2::text[])
union
select c.id::float8, c.relative_path, c.size::float8, c.mtime_ns::text, c.content_hash, c.status = 'orphaned'
from (select distinct size, hash from unnest($3::bigint[], $4::text[]) w (size, hash)) w
cross join lateral (
  select f.id, f.relative_path, f.size, f.mtime_ns, f.content_hash, f.status
  from comic_library.file f
  where f.library_id = $1::bigint and f.size = w.size and f.content_hash = w.hash
  order by f.status = 'orphaned' desc, f.relative_path, f.id
  limit $5
) c
