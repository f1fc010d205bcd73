-- How far files were read that are about to be removed.
-- $1 ids
-- Locks: the rows that are written. Index: file_pkey, reading_progress_file, remembered_progress_pkey.
insert into comic_library.remembered_progress (reader_id, library_id, size, content_hash, page, completed_at, updated_at)
select distinct on (f.library_id, f.size, f.content_hash, p.reader_id)
  p.reader_id, f.library_id, f.size, f.content_hash, p.page, p.completed_at, p.updated_at
from comic_library.file f
join comic_library.reading_progress p on p.file_id = f.id
where f.id = any ($1::bigint[])
order by f.library_id, f.size, f.content_hash, p.reader_id, p.updated_at desc
on conflict (library_id, size, content_hash, reader_id) do update
set page = excluded.page, completed_at = excluded.completed_at, updated_at = excluded.updated_at
where remembered_progress.updated_at < excluded.updated_at
