-- Where an issue belongs, and how many pages it has. To be asked when its library is held: what was read before may be otherwise by then.
-- $1 file
-- Locks: none. Index: file_pkey, file_metadata_pkey.
select f.series_id, coalesce(cardinality(m.pages), 0) as page_count
from comic_library.file f
left join comic_library.file_metadata m on m.file_id = f.id
where f.id = $1 and f.status <> 'orphaned' and f.series_id is not null
