-- A page of series, the newest first.
-- $1 before this id, null for the first page; $2 so many
-- Locks: none. Index: series_pkey, backward.
select id, title, trim_scale(latest_chapter)::text as latest_chapter, last_chapter_at, created_at
from chapters.series
where $1::bigint is null or id < $1
order by id desc
limit $2
