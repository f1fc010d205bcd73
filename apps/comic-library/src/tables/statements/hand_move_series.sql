-- All files of a series join another.
-- $1 the series that goes, $2 the one it joins
-- Locks: the rows. Index: file_of_series.
update comic_library.file set series_id = $2::bigint where series_id = $1::bigint
