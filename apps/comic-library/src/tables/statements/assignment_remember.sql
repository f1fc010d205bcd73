-- What people said of files that are about to be removed, and of which no copy is left.
-- $1 ids
-- Locks: the rows that are written. Index: file_pkey, file_assignment_pkey, file_content, remembered_assignment_pkey.
insert into comic_library.remembered_assignment (library_id, size, content_hash, series_id, created_at)
select distinct on (f.library_id, f.size, f.content_hash) f.library_id, f.size, f.content_hash, a.series_id, a.created_at
from comic_library.file f
join comic_library.file_assignment a on a.file_id = f.id
where f.id = any ($1::bigint[]) and f.status = 'orphaned'
  and not exists (
    select from comic_library.file o
    where o.library_id = f.library_id and o.size = f.size and o.content_hash = f.content_hash and o.status <> 'orphaned'
  )
order by f.library_id, f.size, f.content_hash, a.created_at desc, a.series_id
on conflict (library_id, size, content_hash) do update
set series_id = excluded.series_id, created_at = excluded.created_at
where remembered_assignment.created_at < excluded.created_at
