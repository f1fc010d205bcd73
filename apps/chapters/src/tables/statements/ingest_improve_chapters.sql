-- What is known of chapters now that more was heard: the title of the first release that has one, the first date of those that
-- the source still has. What nobody says any more stays as it was. The chapters must be held, so that all releases are seen.
-- $1 chapter ids, $2 releases as JSON with chapter_id, volume, last_number
-- Locks: the rows it changes, held before. Index: chapter_source_chapter, release_chapter_source.
update chapters.logical_chapter c
   set chapter_title = coalesce(known.title, c.chapter_title),
       published_at = coalesce(known.published_at, c.published_at),
       volume_number = coalesce(c.volume_number, told.volume),
       last_number = greatest(c.last_number, told.last_number)
  from (select cs.chapter_id,
               (array_agg(r.title order by r.id) filter (where r.title is not null))[1] as title,
               min(r.published_at) as published_at
          from chapters.chapter_source cs
          join chapters.release r on r.chapter_source_id = cs.id and r.removed_at is null
         where cs.chapter_id = any ($1::bigint[])
         group by cs.chapter_id) known
  join (select f.chapter_id, min(f.volume) as volume, max(f.last_number) as last_number
          from jsonb_to_recordset($2::jsonb) as f (chapter_id bigint, volume numeric, last_number numeric)
         group by f.chapter_id) told using (chapter_id)
 where c.id = known.chapter_id
   and (c.chapter_title, c.published_at, c.volume_number, c.last_number)
       is distinct from
       (coalesce(known.title, c.chapter_title), coalesce(known.published_at, c.published_at),
        coalesce(c.volume_number, told.volume), greatest(c.last_number, told.last_number))
