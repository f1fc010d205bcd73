-- One chapter as people see it.
-- $1 chapter
-- Locks: none. Index: logical_chapter_pkey.
select id, series_id, series_title, number, last_number, volume, title, published_at, first_detected_at, sources, languages
from chapters.listed_chapter
where id = $1
