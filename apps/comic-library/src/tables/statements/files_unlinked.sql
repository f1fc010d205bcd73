-- Files that wait for their series, and have one.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: file_unlinked.
select f.id::float8 as id
from comic_library.file f
where f.library_id = $1::bigint and f.status = 'pending' and f.has_metadata and f.id > $2::bigint
  and exists (select from comic_library.file_target t where t.file_id = f.id and t.series_id is not null)
order by f.id limit $3
