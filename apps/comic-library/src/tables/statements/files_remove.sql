-- Removes files that are gone, and tells whose they were.
-- $1 ids
-- Locks: the rows and what refers to them. Index: file_pkey, and those of what refers to it.
with gone as (
  delete from comic_library.file where id = any ($1::bigint[]) and status = 'orphaned' returning series_id
)
select count(*)::int as removed, array_remove(array_agg(distinct series_id::float8), null) as lost from gone
