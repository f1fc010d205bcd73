-- What was not read, or less of it than there should be, and why: files with a warning, and what the walk left alone. A page of them.
-- $1 library; $2 after this path, or null; $3 so many
-- Locks: none. Index: file_metadata_warned, file_pkey, skipped_pkey.
select relative_path, code, reason, file_id
from (
  select f.relative_path, m.warning_code as code, m.warning_text as reason, f.id as file_id
  from comic_library.file_metadata m
  join comic_library.file f on f.id = m.file_id
  where m.library_id = $1 and m.warning_code is not null and f.status <> 'orphaned'
  union all
  select s.relative_path, s.reason, null, null
  from comic_library.skipped s
  where s.library_id = $1
) w
where $2::text is null or relative_path > $2 collate "C"
order by relative_path
limit $3
