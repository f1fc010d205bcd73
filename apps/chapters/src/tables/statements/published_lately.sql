-- When the newest chapters of a series were published at one source: what its tier is decided by.
-- $1 series_source, $2 how far back in ms, $3 most rows
-- Locks: none. Index: unique (series_source_id, source_chapter_id) of release.
select min(r.published_at) as published_at
  from chapters.release r
 where r.series_source_id = $1
   and r.published_at > now() - $2 * interval '1 ms'
   and r.published_at <= now()
 group by r.chapter_source_id
 order by 1 desc
 limit $3
