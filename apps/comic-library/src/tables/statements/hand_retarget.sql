-- What people said of a series holds for the one that it joins.
-- $1 the series that goes, $2 the one it joins
-- Locks: the rows. Index: series_alias_series, file_assignment_series, remembered_assignment_series, folder_assignment_series.
with aliases as (
  update comic_library.series_alias set series_id = $2::bigint where series_id = $1::bigint
), files as (
  update comic_library.file_assignment set series_id = $2::bigint where series_id = $1::bigint
), remembered as (
  update comic_library.remembered_assignment set series_id = $2::bigint where series_id = $1::bigint
)
update comic_library.folder_assignment set series_id = $2::bigint where series_id = $1::bigint
