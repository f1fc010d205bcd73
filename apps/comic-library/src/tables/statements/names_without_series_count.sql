-- How many names of files wait for a series, and have none.
-- $1 library
-- Locks: none. Index: file_unlinked, file_metadata_pkey, series_library_id_name_key_apart_key_key.
select count(distinct (m.name_key, m.apart_key))::int as n
from comic_library.file f
join comic_library.file_metadata m on m.file_id = f.id
join comic_library.file_target t on t.file_id = f.id
where f.library_id = $1::bigint and f.status = 'pending' and f.has_metadata and t.series_id is null
