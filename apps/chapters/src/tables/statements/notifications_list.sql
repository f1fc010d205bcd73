-- A page of what a reader was told, the newest first.
-- $1 reader; $2 before this id, null for the first page; $3 so many; $4 whether only what they have not seen
-- Locks: none. Index: notification_newest.
with page as (
  select id, chapter_id, created_at, seen_at
  from chapters.notification
  where reader_id = $1 and ($2::bigint is null or id < $2) and (not $4 or seen_at is null)
  order by id desc
  limit $3
)
select page.id as notification_id, page.created_at, page.seen_at,
  c.id, c.series_id, c.series_title, c.number, c.last_number, c.volume, c.title, c.published_at, c.first_detected_at,
  c.sources, c.languages
from page join chapters.listed_chapter c on c.id = page.chapter_id
order by page.id desc
