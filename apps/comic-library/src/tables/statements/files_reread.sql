-- Lets files be read anew by the next scan: those with a warning, or all.
-- $1 library, $2 whether all
-- Locks: the rows. Index: file_content.
update comic_library.file f set status = 'pending', has_metadata = false, cover = null
where f.library_id = $1::bigint and f.status <> 'orphaned' and (
  $2::boolean or exists (select from comic_library.file_metadata m where m.file_id = f.id and m.warning_code is not null)
)
returning f.id::float8 as id
