-- The links of a chapter are those of uploads that the source still has. A chapter at its source kept the address that it was first
-- found at, and led nowhere once that upload was replaced by another.
create or replace view listed_chapter as
select
  c.id,
  c.series_id,
  s.title as series_title,
  trim_scale(c.chapter_number)::text as number,
  trim_scale(c.last_number)::text as last_number,
  trim_scale(c.volume_number)::text as volume,
  c.chapter_title as title,
  c.published_at,
  c.first_detected_at,
  coalesce((
    select json_agg(
      json_build_object('source', ss.source_name, 'url', coalesce(r.url, cs.source_url))
      -- where nothing is left to read comes last
      order by r.url is null, cs.detected_at, cs.id
    )
    from chapter_source cs
    cross join lateral (select source_name from series_source where id = cs.series_source_id offset 0) ss
    left join lateral (
      select url from release where chapter_source_id = cs.id and removed_at is null order by id limit 1
    ) r on true
    where cs.chapter_id = c.id
  ), '[]') as sources,
  array(
    select distinct r.language
    from chapter_source cs
    cross join lateral (
      select language from release
      where chapter_source_id = cs.id and language is not null and removed_at is null
      offset 0
    ) r
    where cs.chapter_id = c.id
    order by r.language
  ) as languages
from logical_chapter c join series s on s.id = c.series_id;
