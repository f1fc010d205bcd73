-- Chapters at their sources that are not there yet: each is the event of a chapter's appearance there.
-- $1 releases as JSON, whose chapters exist
-- Locks: its own rows, in order of their keys. Index: unique keys of logical_chapter and chapter_source.
insert into chapters.chapter_source (series_source_id, chapter_id, chapter_number, one_shot, source_url)
select distinct on (f.series_source_id, coalesce(numbered.id, single.id))
       f.series_source_id, coalesce(numbered.id, single.id), f.number, f.one_shot, f.url
  from jsonb_to_recordset($1::jsonb) as f (n int, series_id bigint, series_source_id bigint, number numeric, one_shot text, url text)
  left join chapters.logical_chapter numbered on numbered.series_id = f.series_id and numbered.chapter_number = f.number
  left join chapters.logical_chapter single on single.series_id = f.series_id and single.one_shot = f.one_shot
 where coalesce(numbered.id, single.id) is not null
 order by f.series_source_id, coalesce(numbered.id, single.id), f.n
    on conflict do nothing
returning id
