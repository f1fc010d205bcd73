-- Names of files that no series has.
-- $1 ids
-- Locks: none. Index: file_pkey, file_metadata_pkey, series_library_id_name_key_apart_key_key.
select distinct name_key as "nameKey", apart_key as "apartKey" from comic_library.file_target
where file_id = any ($1::bigint[]) and series_id is null
order by 1, 2
