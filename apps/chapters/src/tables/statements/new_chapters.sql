-- A page of new chapters of all series, the newest first.
-- $1 when the last one of the page before was found (microseconds since 1970), null for the first page; $2 its id; $3 so many
-- Locks: none. Index: logical_chapter_newest.
with page as (
  select id, first_detected_at
  from chapters.logical_chapter
  where not is_backlog
    and ($1::bigint is null or (first_detected_at, id) < (timestamptz 'epoch' + $1 * interval '1 microsecond', $2::bigint))
  order by first_detected_at desc, id desc
  limit $3
)
select c.id, c.series_id, c.series_title, c.number, c.last_number, c.volume, c.title, c.published_at, c.first_detected_at,
  c.sources, c.languages, (extract(epoch from page.first_detected_at) * 1000000)::bigint as detected_us
from page join chapters.listed_chapter c using (id)
order by page.first_detected_at desc, page.id desc
