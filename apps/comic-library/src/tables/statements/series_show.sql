-- One series, with how much of it a reader has read. Nothing where no file of it is left.
-- $1 series; $2 reader, or null
-- Locks: none. Index: series_pkey, series_progress_pkey.
select
  id, library_id, library_name, name, name_key, year, publisher, genres, tags, age_rating, language, comicvine_id, metron_id,
  file_count, page_count, cover_file_id, catalogue_cover, created_at,
  p.files_read,
  p.next_file_id
from comic_library.listed_series
left join comic_library.series_progress p on p.series_id = id and p.reader_id = $2
where id = $1
