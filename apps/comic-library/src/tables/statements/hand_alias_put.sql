-- A name is of another series from now on.
-- $1 library, $2 name, $3 what keeps it apart, $4 the series
-- Locks: the row. Index: series_alias_pkey.
insert into comic_library.series_alias (library_id, name_key, apart_key, series_id) values ($1::bigint, $2, $3, $4::bigint)
on conflict (library_id, name_key, apart_key) do update set series_id = excluded.series_id
