-- Issues of a series in their order, a page of them, with how far a reader has come.
-- $1 series; $2, $3 after this sort key and path, or null; $4 so many; $5 reader, or null
-- Locks: none. Index: file_of_series, file_metadata_pkey, reading_progress_pkey.
select
  i.id, i.library_id, i.series_id, i.series_name, i.file_name, i.relative_path, i.extension, i.size, i.content_hash, i.has_cover,
  i.sort_key, i.added_at, i.format, i.page_count, i.number, i.last_number, i.volume, i.year, i.title, i.is_special, i.publisher,
  i.language, i.comic_info, i.warning_code, i.warning_text,
  p.page as read_page, p.completed_at as read_at, p.updated_at as read_updated_at
from comic_library.listed_issue i
left join comic_library.reading_progress p on p.file_id = i.id and p.reader_id = $5
where i.series_id = $1 and ($2::text is null or (i.sort_key, i.relative_path) > ($2, $3::text))
order by i.sort_key, i.relative_path
limit $4
