-- One series.
-- $1 its id
-- Locks: none. Index: series_pkey.
select id, title, trim_scale(latest_chapter)::text as latest_chapter, last_chapter_at, created_at
from chapters.series
where id = $1
