-- Series that a person speaks of.
-- $1 ids
-- Locks: the rows, in order, but not against those who only refer to them, as readers do. Index: series_pkey.
select id::float8 as id, library_id::float8 as "libraryId", name, name_key as "nameKey", apart_key as "apartKey"
from comic_library.series where id = any ($1::bigint[]) order by id for no key update
