-- All issues of a series are read by a reader; those that were read before stay as they are.
-- $1 reader; $2 series
-- Locks: the rows, in the order of files. Index: file_of_series, reading_progress_pkey.
insert into comic_library.reading_progress as p (reader_id, file_id, page, completed_at)
select $1, f.id, coalesce(cardinality(m.pages), 0), now()
from comic_library.file f
left join comic_library.file_metadata m on m.file_id = f.id
where f.series_id = $2 and f.status <> 'orphaned'
order by f.id
on conflict (reader_id, file_id) do update set
  page = excluded.page,
  completed_at = excluded.completed_at,
  updated_at = now()
where p.completed_at is null
