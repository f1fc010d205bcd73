-- All files of a folder are of this series, those to come too.
-- $1 library, $2 the folder, $3 the series
-- Locks: the row. Index: folder_assignment_pkey.
insert into comic_library.folder_assignment (library_id, folder, series_id) values ($1::bigint, $2, $3::bigint)
on conflict (library_id, folder) do update set series_id = excluded.series_id
