-- What an outside catalogue had for series.
-- $1 ids, $2 keys of covers, or null
-- Locks: the rows. Index: series_pkey.
update comic_library.series s set catalogue_cover = c.cover, catalogue_asked_at = clock_timestamp()
from unnest($1::bigint[], $2::text[]) c (id, cover)
where s.id = c.id
