-- The chapters that releases stand under, and their rows at the source.
-- $1 releases as JSON, whose chapters exist at their sources
-- Locks: none. Index: unique keys of chapter_source, one look-up a release whatever is known of the table.
select f.n, cs.id as chapter_source_id, cs.chapter_id
  from jsonb_to_recordset($1::jsonb) as f (n int, series_source_id bigint, number numeric, one_shot text)
  cross join lateral (select id, chapter_id from chapters.chapter_source
                       where series_source_id = f.series_source_id and chapter_number = f.number
                      union all
                      select id, chapter_id from chapters.chapter_source
                       where series_source_id = f.series_source_id and one_shot = f.one_shot
                      limit 1) cs
