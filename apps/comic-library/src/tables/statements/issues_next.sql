-- The next issue of each series that a reader has begun; those of which it is begun itself are left out.
-- $1 reader; $2 so many
-- Locks: none. Index: series_progress_pkey, file_pkey, file_metadata_pkey, reading_progress_pkey.
select
  i.id, i.library_id, i.series_id, i.series_name, i.file_name, i.relative_path, i.extension, i.size, i.content_hash, i.has_cover,
  i.sort_key, i.added_at, i.format, i.page_count, i.number, i.last_number, i.volume, i.year, i.title, i.is_special, i.publisher,
  i.language, i.comic_info, i.warning_code, i.warning_text,
  p.page as read_page, p.completed_at as read_at, p.updated_at as read_updated_at
from comic_library.series_progress sp
join comic_library.listed_issue i on i.id = sp.next_file_id
left join comic_library.reading_progress p on p.file_id = i.id and p.reader_id = $1
where sp.reader_id = $1 and sp.files_read > 0 and coalesce(p.page, 0) = 0
order by i.series_name, i.id
limit $2
