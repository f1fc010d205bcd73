-- What a complete look did not find is no longer at the source. It is kept and marked: who has read it has read it.
-- $1 series_source, $2 ids that were found, $3 when the look began: what was ingested since is not older than it
-- Locks: the rows it marks, for no key update. Index: unique (series_source_id, source_chapter_id).
update chapters.release r
   set removed_at = now(), updated_at = now()
 where r.series_source_id = $1
   and r.removed_at is null
   and r.updated_at < $3
   and not exists (select from unnest($2::text[]) as found (id) where found.id = r.source_chapter_id)
