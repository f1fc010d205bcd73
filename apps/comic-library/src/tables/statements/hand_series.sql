-- Series that a person speaks of.
-- $1 ids
-- Locks: none. Whoever changes what is selected holds the library; a lock here, before the library is held, would be a deadlock with a scan
-- that counts the series. Index: series_pkey.
select id::float8 as id, library_id::float8 as "libraryId", name, name_key as "nameKey", apart_key as "apartKey"
from comic_library.series where id = any ($1::bigint[])
