-- A page of what a reader follows, each with how much of it is unread: chapters beyond what is read through and not read one by one, that
-- have appeared in a language of the reader's. One statement: a count for each series, over its unread chapters alone.
-- $1 reader; $2 after this series, null for the first page; $3 so many
-- Locks: none. Index: library_entry_pkey, logical_chapter_series_id_chapter_number_key, chapter_read_pkey, chapter_source_chapter, release_chapter_source.
select e.series_id, s.title, trim_scale(s.latest_chapter)::text as latest_chapter, s.last_chapter_at,
  e.notify_new_chapters, trim_scale(e.read_through)::text as read_through, e.added_at, unread.count as unread
from chapters.library_entry e
join chapters.reader r on r.id = e.reader_id
join chapters.series s on s.id = e.series_id
cross join lateral (
  select count(*)::int as count
  from chapters.logical_chapter c
  where c.series_id = e.series_id
    and (e.read_through is null or c.chapter_number > e.read_through or c.chapter_number is null)
    and not exists (select from chapters.chapter_read d where d.reader_id = e.reader_id and d.chapter_id = c.id)
    and (r.languages = '{}' or exists (
      select from chapters.chapter_source cs
      cross join lateral (
        select from chapters.release l
        where l.chapter_source_id = cs.id and (l.language is null or l.language = any(r.languages))
        limit 1
      ) l
      where cs.chapter_id = c.id
    ))
) unread
where e.reader_id = $1 and ($2::bigint is null or e.series_id > $2)
order by e.series_id
limit $3
