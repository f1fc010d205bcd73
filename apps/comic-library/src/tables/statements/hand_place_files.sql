-- Puts files that have a series into the one that they are of by now, and tells which series gain or lose one.
-- $1 ids
-- Locks: the rows, in order. Index: file_pkey, file_metadata_pkey, series_library_id_name_key_apart_key_key.
with held as (
  select f.id, f.series_id from comic_library.file f
  where f.id = any ($1::bigint[]) and f.series_id is not null and f.has_metadata
  order by f.id for update
), placed as (
  update comic_library.file f set series_id = t.series_id
  from held h
  join comic_library.file_target t on t.file_id = h.id
  where f.id = h.id and t.series_id is not null and t.series_id <> h.series_id
  returning f.id, f.series_id, h.series_id as was
)
select count(*)::int as placed,
  coalesce(array_agg(distinct series_id::float8) filter (where series_id is not null), '{}')
    || coalesce(array_agg(distinct was::float8) filter (where was is not null), '{}') as touched
from placed
