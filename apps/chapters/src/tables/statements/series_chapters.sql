-- A page of the chapters of a series, the highest number first, one-shots last.
-- $1 series; $2 number and $3 id of the last one of the page before, null for the first page (-1 for a one-shot's number); $4 so many
-- Locks: none. Index: logical_chapter_series_id_chapter_number_key, of one series all.
with page as (
  select id, coalesce(chapter_number, -1) as place
  from chapters.logical_chapter
  where series_id = $1 and ($2::numeric is null or (coalesce(chapter_number, -1), id) < ($2, $3::bigint))
  order by place desc, id desc
  limit $4
)
select c.id, c.series_id, c.series_title, c.number, c.last_number, c.volume, c.title, c.published_at, c.first_detected_at,
  c.sources, c.languages
from page join chapters.listed_chapter c using (id)
order by page.place desc, page.id desc
