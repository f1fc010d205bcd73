-- Files whose content was here before: what people said of it holds for them again, for the first by its path where there are copies.
-- $1 ids of files
-- Locks: the rows that are no longer remembered, and the new ones. Index: file_pkey, remembered_assignment_pkey.
with back as (
  delete from comic_library.remembered_assignment r
  using (
    select distinct on (library_id, size, content_hash) id, library_id, size, content_hash
    from comic_library.file
    where id = any ($1::bigint[])
    order by library_id, size, content_hash, relative_path
  ) f
  where r.library_id = f.library_id and r.size = f.size and r.content_hash = f.content_hash
  returning f.id as file_id, r.series_id, r.created_at
)
insert into comic_library.file_assignment (file_id, series_id, created_at)
select file_id, series_id, created_at from back
on conflict do nothing
