-- A chapter as its announcement needs it: when it is published, and the languages that it can be read in. Null among them: a
-- source that does not say, which counts for all readers.
-- $1 chapter
-- Locks: none. Index: primary key, chapter_source_chapter, release_chapter_source.
select c.id, c.series_id, c.is_backlog,
       greatest(0, extract(epoch from c.published_at - now()) * 1000)::float8 as published_in_ms,
       array(select distinct coalesce(r.language, '*')
               from chapters.chapter_source cs
               join chapters.release r on r.chapter_source_id = cs.id
              where cs.chapter_id = c.id and r.removed_at is null
              order by 1) as languages
  from chapters.logical_chapter c
 where c.id = $1
