-- How much of series their readers have read, and what comes next for each.
-- $1 series, $2 readers, or null for all
-- Locks: the rows. Index: file_of_series, reading_progress_file, series_progress_pkey.
insert into comic_library.series_progress (reader_id, series_id, files_read, next_file_id)
select r.reader_id, r.series_id, r.files_read, (
    select f.id from comic_library.file f
    where f.series_id = r.series_id and not exists (
      select from comic_library.reading_progress p
      where p.reader_id = r.reader_id and p.file_id = f.id and p.completed_at is not null
    )
    order by f.sort_key, f.relative_path limit 1
  )
from (
  select p.reader_id, f.series_id, count(*) filter (where p.completed_at is not null)::int as files_read
  from comic_library.file f
  join comic_library.reading_progress p on p.file_id = f.id
  where f.series_id = any ($1::bigint[]) and ($2::bigint[] is null or p.reader_id = any ($2::bigint[]))
  group by p.reader_id, f.series_id
) r
order by r.reader_id, r.series_id
on conflict (reader_id, series_id) do update set files_read = excluded.files_read, next_file_id = excluded.next_file_id
