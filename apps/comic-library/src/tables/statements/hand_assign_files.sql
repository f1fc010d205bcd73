-- Files are of this series, whatever they say themselves.
-- $1 library, $2 files, $3 the series
-- Locks: the rows. Index: file_pkey, file_assignment_pkey.
insert into comic_library.file_assignment (file_id, series_id)
select id, $3::bigint from comic_library.file where library_id = $1::bigint and id = any ($2::bigint[])
on conflict (file_id) do update set series_id = excluded.series_id
returning file_id::float8 as id
