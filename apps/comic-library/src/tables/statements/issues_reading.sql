-- What a reader has begun and not finished, the last one first.
-- $1 reader; $2 so many
-- Locks: none. Index: reading_progress_newest, file_pkey, file_metadata_pkey.
select
  i.id, i.library_id, i.series_id, i.series_name, i.file_name, i.relative_path, i.extension, i.size, i.content_hash, i.has_cover,
  i.sort_key, i.added_at, i.format, i.page_count, i.number, i.last_number, i.volume, i.year, i.title, i.is_special, i.publisher,
  i.language, i.comic_info, i.warning_code, i.warning_text,
  p.page as read_page, p.completed_at as read_at, p.updated_at as read_updated_at
from comic_library.reading_progress p
join comic_library.listed_issue i on i.id = p.file_id
where p.reader_id = $1 and p.completed_at is null and p.page > 0
order by p.updated_at desc
limit $2
