-- Files without a cover.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: file_uncovered, file_metadata_pkey.
select f.id::float8 as id, f.relative_path as path, f.size::float8 as size, f.content_hash as hash, m.cover_page as "coverPage"
from comic_library.file f
join comic_library.file_metadata m on m.file_id = f.id
where f.library_id = $1::bigint and f.status = 'indexed' and f.cover is null and f.id > $2::bigint
order by f.id limit $3
