-- Chapters that were known at their sources before: when they were last detected, and at which address. An address counts only if the
-- release took it: an older version that arrives late does not bring a dead address back.
-- $1 releases as JSON with chapter_source_id, series_source_id, source_chapter_id, url, after they were written
-- Locks: the rows, for no key update, in order. Index: primary key, unique (series_source_id, source_chapter_id) of release.
with found as (
  select f.chapter_source_id as id, (array_agg(r.url order by f.n) filter (where r.url is not null))[1] as url
    from jsonb_to_recordset($1::jsonb) as f (n int, chapter_source_id bigint, series_source_id bigint, source_chapter_id text, url text)
    left join lateral (select url from chapters.release
                        where series_source_id = f.series_source_id and source_chapter_id = f.source_chapter_id and url = f.url
                        limit 1) r on true
   group by f.chapter_source_id
), held as (
  select id from chapters.chapter_source where id = any (array(select id from found)) order by id for no key update
)
update chapters.chapter_source s
   set detected_at = now(), source_url = coalesce(found.url, s.source_url)
  from held join found using (id)
 where s.id = held.id
