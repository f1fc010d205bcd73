-- Where an issue lies on disk, and which pages it has.
-- $1 file
-- Locks: none. Index: file_pkey, library_pkey, file_metadata_pkey.
select
  f.id, l.root, f.relative_path, f.name, f.extension, f.size, f.mtime_ns::text as mtime_ns, f.content_hash, f.cover,
  m.format, coalesce(m.pages, '{}') as pages, m.cover_page
from comic_library.file f
join comic_library.library l on l.id = f.library_id
left join comic_library.file_metadata m on m.file_id = f.id
where f.id = $1 and f.status <> 'orphaned'
