-- Names of files that wait for a series, and that no series has: in order, and none that people have given to another series.
-- Goes from name to name along an index, so that a page costs its names and not all files. It has no order of its own: a recursive
-- query returns rows as it finds them, and a sort would go through all names for each page. `offset 0` keeps the checks from becoming
-- joins that would read all files.
-- $1 library, $2 after this name, $3 and what keeps it apart, $4 how many
-- Locks: none. Index: file_unlinked, file_metadata_name, file_metadata_pkey, file_pkey, series_library_id_name_key_apart_key_key.
with recursive name as (
  (
    select m.name_key, m.apart_key
    from comic_library.file_metadata m
    where m.library_id = $1::bigint and (m.name_key, m.apart_key) > ($2, $3)
      and exists (
        select from comic_library.file f where f.library_id = $1::bigint and f.status = 'pending' and f.has_metadata offset 0
      )
    order by m.name_key, m.apart_key
    limit 1
  )
  union all
  select n.name_key, n.apart_key
  from name
  cross join lateral (
    select m.name_key, m.apart_key
    from comic_library.file_metadata m
    where m.library_id = $1::bigint and (m.name_key, m.apart_key) > (name.name_key, name.apart_key)
    order by m.name_key, m.apart_key
    limit 1
  ) n
)
select n.name_key as "nameKey", n.apart_key as "apartKey"
from name n
where not exists (
    select from comic_library.series s
    where s.library_id = $1::bigint and s.name_key = n.name_key and s.apart_key = n.apart_key
    offset 0
  )
  and exists (
    select from comic_library.file_metadata m
    where m.library_id = $1::bigint and m.name_key = n.name_key and m.apart_key = n.apart_key
      and (select f.status = 'pending' and f.has_metadata from comic_library.file f where f.id = m.file_id)
      and (select t.series_id from comic_library.file_target t where t.file_id = m.file_id) is null
    offset 0
  )
limit $4
