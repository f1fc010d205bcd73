-- Gives files to their series, and tells which series gain or lose one.
-- $1 ids
-- Locks: the rows, in order. Index: file_pkey, file_metadata_pkey, series_library_id_name_key_apart_key_key.
with held as (
  select f.id, f.series_id from comic_library.file f
  where f.id = any ($1::bigint[]) and f.status = 'pending' and f.has_metadata
  order by f.id for update
), linked as (
  update comic_library.file f
  set series_id = t.series_id, sort_key = t.sort_key, status = 'indexed'
  from held h
  join comic_library.file_target t on t.file_id = h.id
  where f.id = h.id and t.series_id is not null
  returning f.id, f.series_id
)
select (select count(*)::int from linked) as linked,
  array(select distinct series_id::float8 from linked) as gained,
  array(select distinct h.series_id::float8 from held h where h.series_id is not null) as lost
