-- What no longer has a reader's file in it.
-- $1 series, $2 readers, or null for all
-- Locks: the rows. Index: series_progress_series, file_of_series, reading_progress_pkey.
delete from comic_library.series_progress s
where s.series_id = any ($1::bigint[]) and ($2::bigint[] is null or s.reader_id = any ($2::bigint[])) and not exists (
  select from comic_library.file f
  join comic_library.reading_progress p on p.file_id = f.id and p.reader_id = s.reader_id
  where f.series_id = s.series_id
)
