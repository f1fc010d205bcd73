-- New chapters that one snapshot shows and an earlier one does not, in order: also those whose transaction took its time. What is older
-- than a day comes from another time or another cluster. What is new is found first, and no condition but that on recorded_in can be
-- served by an index there: a plan made on empty tables must stay right.
-- $1 the earlier snapshot; $2 the later one; $3 after this chapter; $4 reader, null for all; $5 so many at the most
-- Locks: none. Index: logical_chapter_recorded, library_entry_pkey, chapter_source_chapter, release_chapter_source.
with fresh as materialized (
  select id, series_id
  from chapters.logical_chapter
  where not is_backlog
    and recorded_in >= pg_snapshot_xmin($1::pg_snapshot)
    and not pg_visible_in_snapshot(recorded_in, $1::pg_snapshot)
    and pg_visible_in_snapshot(recorded_in, $2::pg_snapshot)
    and first_detected_at + interval '1 day' > now()
), page as (
  select c.id
  from fresh c
  where c.id > $3
    and ($4::bigint is null or exists (
      select from chapters.reader r join chapters.library_entry e on e.reader_id = r.id
      where r.id = $4 and e.series_id = c.series_id and (r.languages = '{}' or exists (
        select from chapters.chapter_source cs
        cross join lateral (
          select from chapters.release l
          where l.chapter_source_id = cs.id and (l.language is null or l.language = any(r.languages))
          limit 1
        ) l
        where cs.chapter_id = c.id
      ))
    ))
  order by c.id
  limit $5
)
select c.id, c.series_id, c.series_title, c.number, c.last_number, c.volume, c.title, c.published_at, c.first_detected_at,
  c.sources, c.languages
from page join chapters.listed_chapter c using (id)
order by page.id
