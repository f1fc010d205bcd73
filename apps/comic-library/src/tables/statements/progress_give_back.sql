-- New files whose content was here before, and was read: how far is theirs again.
-- $1 ids of files
-- Locks: the new rows, and those that are no longer remembered. Index: file_pkey, remembered_progress_pkey.
with back as (
  delete from comic_library.remembered_progress r
  using comic_library.file f
  where f.id = any ($1::bigint[]) and r.library_id = f.library_id and r.size = f.size and r.content_hash = f.content_hash
  returning r.reader_id, f.id as file_id, r.page, r.completed_at, r.updated_at
)
insert into comic_library.reading_progress (reader_id, file_id, page, completed_at, updated_at)
select reader_id, file_id, page, completed_at, updated_at from back
on conflict do nothing
