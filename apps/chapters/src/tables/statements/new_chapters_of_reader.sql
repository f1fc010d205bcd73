-- A page of new chapters of what a reader follows, in the languages they read, the newest first. Each series gives no more than a page.
-- $1 when the last one of the page before was found (microseconds since 1970), null for the first page; $2 its id; $3 so many; $4 reader
-- Locks: none. Index: library_entry_pkey, logical_chapter_newest_of_series, chapter_source_chapter, release_chapter_source.
with page as (
  select c.id, c.first_detected_at
  from chapters.reader r
  join chapters.library_entry e on e.reader_id = r.id
  cross join lateral (
    select id, first_detected_at
    from chapters.logical_chapter
    where series_id = e.series_id and not is_backlog
      and ($1::bigint is null or (first_detected_at, id) < (timestamptz 'epoch' + $1 * interval '1 microsecond', $2::bigint))
      and (r.languages = '{}' or exists (
        select from chapters.chapter_source cs
        cross join lateral (
          select from chapters.release l
          where l.chapter_source_id = cs.id and (l.language is null or l.language = any(r.languages))
          limit 1
        ) l
        where cs.chapter_id = logical_chapter.id
      ))
    order by first_detected_at desc, id desc
    limit $3
  ) c
  where r.id = $4
  order by c.first_detected_at desc, c.id desc
  limit $3
)
select c.id, c.series_id, c.series_title, c.number, c.last_number, c.volume, c.title, c.published_at, c.first_detected_at,
  c.sources, c.languages, (extract(epoch from page.first_detected_at) * 1000000)::bigint as detected_us
from page join chapters.listed_chapter c using (id)
order by page.first_detected_at desc, page.id desc
