-- Chapters at their sources that are not there yet: each is the event of a chapter's appearance there.
-- $1 releases as JSON, whose chapters exist
-- Locks: its own rows, in order of their keys. Index: unique keys of logical_chapter and chapter_source; one look-up a release,
-- because a plan made without statistics would read all chapters there are.
insert into chapters.chapter_source (series_source_id, chapter_id, chapter_number, one_shot, source_url)
select distinct on (f.series_source_id, c.id) f.series_source_id, c.id, f.number, f.one_shot, f.url
  from jsonb_to_recordset($1::jsonb) as f (n int, series_id bigint, series_source_id bigint, number numeric, one_shot text, url text)
  cross join lateral (select id from chapters.logical_chapter where series_id = f.series_id and chapter_number = f.number
                      union all
                      select id from chapters.logical_chapter where series_id = f.series_id and one_shot = f.one_shot
                      limit 1) c
 order by f.series_source_id, c.id, f.n
    on conflict do nothing
returning id
