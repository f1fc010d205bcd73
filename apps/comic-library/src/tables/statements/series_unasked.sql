-- Series that no outside catalogue was asked about.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: series_unasked.
select id::float8 as id, name, year, publisher, comicvine_id as "comicVineId", metron_id as "metronId"
from comic_library.series
where library_id = $1::bigint and deleted_at is null and catalogue_asked_at is null and id > $2::bigint
order by id limit $3
