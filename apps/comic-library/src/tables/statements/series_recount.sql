-- Counts series anew after files came or went. One without files is shown to nobody; one that has some again, is.
-- $1 series, $2 the run of the scan that brought files, or null
-- Locks: the rows, in order. Index: series_pkey, file_of_series, file_metadata_pkey.
with held as (
  select id, linked_run from comic_library.series where id = any ($1::bigint[]) order by id for update
), counted as (
  select h.id, h.linked_run, c.files, c.pages,
    (select f.id from comic_library.file f where f.series_id = h.id order by f.sort_key, f.relative_path limit 1) as first
  from held h
  cross join lateral (
    select count(*)::int as files, coalesce(sum(cardinality(m.pages)), 0)::int as pages
    from comic_library.file f left join comic_library.file_metadata m on m.file_id = f.id
    where f.series_id = h.id
  ) c
), written as (
  update comic_library.series s
  set file_count = c.files, page_count = c.pages, first_file_id = c.first,
    deleted_at = case when c.files > 0 then null else coalesce(s.deleted_at, now()) end,
    linked_run = coalesce($2::bigint, s.linked_run)
  from counted c
  where s.id = c.id
)
select count(*) filter (where linked_run is distinct from $2::bigint)::int as fresh from held
