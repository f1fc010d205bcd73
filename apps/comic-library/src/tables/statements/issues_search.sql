-- Issues whose title or file name has these words.
-- $1 a pattern for ilike; $2 library, or null; $3 so many; $4 reader, or null
-- Locks: none. Index: none finds a part of a text; it reads file and file_metadata once, half a second for 100,000 files.
select
  i.id, i.library_id, i.series_id, i.series_name, i.file_name, i.relative_path, i.extension, i.size, i.content_hash, i.has_cover,
  i.sort_key, i.added_at, i.format, i.page_count, i.number, i.last_number, i.volume, i.year, i.title, i.is_special, i.publisher,
  i.language, i.comic_info, i.warning_code, i.warning_text,
  p.page as read_page, p.completed_at as read_at, p.updated_at as read_updated_at
from comic_library.listed_issue i
left join comic_library.reading_progress p on p.file_id = i.id and p.reader_id = $4
where ($2::bigint is null or i.library_id = $2) and (i.title ilike $1 or i.file_name ilike $1)
order by i.series_name, i.sort_key, i.id
limit $3
