-- A series of the name that a person gives, or the one that has it. It begins without files.
-- $1 library, $2 name, $3 its key
-- Locks: the row. Index: series_library_id_name_key_apart_key_key.
insert into comic_library.series (library_id, name, name_key) values ($1::bigint, $2, $3)
on conflict (library_id, name_key, apart_key) do update set name = series.name
returning id::float8 as id
