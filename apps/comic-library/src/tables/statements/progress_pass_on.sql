-- How far files were read that are about to be removed goes on in a copy of each, the first by its path, where its reader has not begun that
-- one. Tells which series have more read in them.
-- $1 ids
-- Locks: the rows that are written. Index: file_pkey, reading_progress_file, file_content, reading_progress_pkey.
with passed as (
  insert into comic_library.reading_progress (reader_id, file_id, page, completed_at, updated_at)
  select distinct on (p.reader_id, c.id) p.reader_id, c.id, p.page, p.completed_at, p.updated_at
  from comic_library.file f
  join comic_library.reading_progress p on p.file_id = f.id
  cross join lateral (
    select o.id from comic_library.file o
    where o.library_id = f.library_id and o.size = f.size and o.content_hash = f.content_hash and o.status <> 'orphaned'
    order by o.relative_path limit 1
  ) c
  where f.id = any ($1::bigint[]) and f.status = 'orphaned'
  order by p.reader_id, c.id, p.updated_at desc
  on conflict do nothing
  returning file_id
)
select distinct f.series_id::float8 as id from passed join comic_library.file f on f.id = passed.file_id where f.series_id is not null
