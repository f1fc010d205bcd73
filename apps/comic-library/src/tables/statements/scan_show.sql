-- What a scan has counted.
-- $1 run
-- Locks: none. Index: scan_pkey.
select run_id::float8 as run, library_id::float8 as "libraryId", started_at as "startedAt", files_found as "filesFound",
  files_new as "filesNew", files_changed as "filesChanged", files_moved as "filesMoved", files_touched as "filesTouched",
  files_orphaned as "filesOrphaned", from_comic_info as "fromComicInfo", from_folder_names as "fromFolderNames",
  from_file_names as "fromFileNames", warnings, series_new as "seriesNew", coalesce(series_existing, 0) as "seriesExisting", files_linked as "filesLinked",
  series_linked as "seriesLinked", files_removed as "filesRemoved", covers_made as "coversMade", covers_failed as "coversFailed"
from comic_library.scan
where run_id = $1::bigint
