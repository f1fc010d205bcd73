-- What people said of files that are about to be removed goes on for a copy of each, the first by its path, of which they said nothing.
-- $1 ids
-- Locks: the rows that are written. Index: file_pkey, file_assignment_pkey, file_content.
insert into comic_library.file_assignment (file_id, series_id, created_at)
select distinct on (c.id) c.id, a.series_id, a.created_at
from comic_library.file f
join comic_library.file_assignment a on a.file_id = f.id
cross join lateral (
  select o.id from comic_library.file o
  where o.library_id = f.library_id and o.size = f.size and o.content_hash = f.content_hash and o.status <> 'orphaned'
  order by o.relative_path limit 1
) c
where f.id = any ($1::bigint[]) and f.status = 'orphaned'
order by c.id, a.created_at desc, a.series_id
on conflict do nothing
returning file_id::float8 as id
