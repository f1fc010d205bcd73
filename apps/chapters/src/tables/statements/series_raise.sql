-- The newest chapter of series, never lower than it was, whatever the order in which chapters come. What has yet to be published
-- does not count.
-- $1 chapter ids
-- Locks: the rows it raises, for no key update. Index: primary keys.
update chapters.series s
   set latest_chapter = greatest(s.latest_chapter, n.latest),
       last_chapter_at = greatest(s.last_chapter_at, n.at)
  from (select series_id, max(coalesce(last_number, chapter_number)) as latest,
               max(coalesce(published_at, first_detected_at)) as at
          from chapters.logical_chapter
         where id = any ($1::bigint[])
           and (published_at is null or published_at <= now())
         group by series_id) n
 where s.id = n.series_id
   and (s.latest_chapter, s.last_chapter_at)
       is distinct from (greatest(s.latest_chapter, n.latest), greatest(s.last_chapter_at, n.at))
