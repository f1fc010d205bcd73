-- Chapters that were announced before and now have a release in a language that they did not have: readers of it have yet to
-- hear of them. One whose language nobody says counts for all.
-- $1 chapter ids, $2 ids of releases that are new
-- Locks: none. Index: chapter_source_chapter, release_chapter_source.
select distinct cs.chapter_id
  from chapters.release r
  join chapters.chapter_source cs on cs.id = r.chapter_source_id
  join chapters.logical_chapter c on c.id = cs.chapter_id
 where r.id = any ($2::bigint[])
   and c.id = any ($1::bigint[])
   and not c.is_backlog
   and not exists (select from chapters.chapter_source beside
                     join chapters.release known on known.chapter_source_id = beside.id
                    where beside.chapter_id = c.id
                      and known.id <> all ($2::bigint[])
                      and known.removed_at is null
                      and (known.language is null or known.language = r.language))
