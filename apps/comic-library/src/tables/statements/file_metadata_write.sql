-- What was read of files.
-- $1 rows as JSON
-- Locks: the rows. Index: file_metadata_pkey.
insert into comic_library.file_metadata (
  file_id, library_id, format, pages, cover_page, series_from, series_name_raw, name_key, apart_key, number, last_number, volume, year,
  title, is_special, sort_key, publisher, series_year, genres, tags, age_rating, language, comicvine_series_id, metron_series_id,
  comic_info, warning_code, warning_text
)
select r.file_id, r.library_id, r.format, r.pages, r.cover_page, r.series_from, r.series_name_raw, r.name_key, r.apart_key, r.number,
  r.last_number, r.volume, r.year, r.title, r.is_special, r.sort_key, r.publisher, r.series_year, r.genres, r.tags, r.age_rating,
  r.language, r.comicvine_series_id, r.metron_series_id, r.comic_info, r.warning_code, r.warning_text
from jsonb_populate_recordset(null::comic_library.file_metadata, $1::jsonb) r
on conflict (file_id) do update set
  format = excluded.format, pages = excluded.pages, cover_page = excluded.cover_page, series_from = excluded.series_from,
  series_name_raw = excluded.series_name_raw, name_key = excluded.name_key, apart_key = excluded.apart_key, number = excluded.number,
  last_number = excluded.last_number, volume = excluded.volume, year = excluded.year, title = excluded.title,
  is_special = excluded.is_special, sort_key = excluded.sort_key, publisher = excluded.publisher, series_year = excluded.series_year,
  genres = excluded.genres, tags = excluded.tags, age_rating = excluded.age_rating, language = excluded.language,
  comicvine_series_id = excluded.comicvine_series_id, metron_series_id = excluded.metron_series_id, comic_info = excluded.comic_info,
  warning_code = excluded.warning_code, warning_text = excluded.warning_text
