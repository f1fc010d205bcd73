-- Marks the releases that a complete listing of the source no longer has. They are kept: a reader may have read them. A release
-- without an id of the source (see idOfNumber) cannot be found in a listing, so it is never marked.
-- $1 series_source, $2 ids that were found, $3 when the poll began: what was ingested since is not older than it
-- Locks: the rows it marks, for no key update. Index: unique (series_source_id, source_chapter_id).
update chapters.release r
   set removed_at = now(), updated_at = now()
 where r.series_source_id = $1
   and r.removed_at is null
   and r.updated_at < $3
   and r.source_chapter_id not like 'number:%'
   and not exists (select from unnest($2::text[]) as found (id) where found.id = r.source_chapter_id)
