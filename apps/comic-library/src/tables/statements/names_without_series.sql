-- Names of files that wait for a series, and that no series has: in order, and none that people have given to another series.
-- $1 library, $2 after this name, $3 and what keeps it apart, $4 how many
-- Locks: none. Index: file_unlinked, file_metadata_pkey, series_library_id_name_key_apart_key_key.
with waiting as (
  select distinct m.name_key, m.apart_key
  from comic_library.file f
  join comic_library.file_metadata m on m.file_id = f.id
  where f.library_id = $1::bigint and f.status = 'pending' and f.has_metadata and (m.name_key, m.apart_key) > ($2, $3)
)
select w.name_key as "nameKey", w.apart_key as "apartKey"
from waiting w
where not exists (
    select from comic_library.series s
    where s.library_id = $1::bigint and s.name_key = w.name_key and s.apart_key = w.apart_key
  )
  and exists (
    select from comic_library.file_target t
    join comic_library.file f on f.id = t.file_id
    join comic_library.file_metadata m on m.file_id = t.file_id
    where m.library_id = $1::bigint and m.name_key = w.name_key and m.apart_key = w.apart_key
      and f.status = 'pending' and f.has_metadata and t.series_id is null
  )
order by w.name_key, w.apart_key
limit $4
