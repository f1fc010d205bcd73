-- The chapters that releases stand under, and their rows at the source.
-- $1 releases as JSON, whose chapters exist at their sources
-- Locks: none. Index: unique keys of chapter_source.
select f.n, cs.id as chapter_source_id, cs.chapter_id
  from jsonb_to_recordset($1::jsonb) as f (n int, series_source_id bigint, number numeric, one_shot text)
  left join chapters.chapter_source numbered
         on numbered.series_source_id = f.series_source_id and numbered.chapter_number = f.number
  left join chapters.chapter_source single
         on single.series_source_id = f.series_source_id and single.one_shot = f.one_shot
  join chapters.chapter_source cs on cs.id = coalesce(numbered.id, single.id)
