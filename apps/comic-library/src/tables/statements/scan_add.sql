-- Adds to what a scan has counted.
-- $1 run, $2 what is added, by name
-- Locks: the row. Index: scan_pkey.
update comic_library.scan s
set
  files_new = s.files_new + a."filesNew",
  files_changed = s.files_changed + a."filesChanged",
  files_moved = s.files_moved + a."filesMoved",
  files_touched = s.files_touched + a."filesTouched",
  files_orphaned = s.files_orphaned + a."filesOrphaned",
  from_comic_info = s.from_comic_info + a."fromComicInfo",
  from_folder_names = s.from_folder_names + a."fromFolderNames",
  from_file_names = s.from_file_names + a."fromFileNames",
  warnings = s.warnings + a.warnings,
  series_new = s.series_new + a."seriesNew",
  files_linked = s.files_linked + a."filesLinked",
  series_linked = s.series_linked + a."seriesLinked",
  files_removed = s.files_removed + a."filesRemoved",
  covers_made = s.covers_made + a."coversMade",
  covers_failed = s.covers_failed + a."coversFailed"
from jsonb_to_record($2::jsonb) a (
  "filesNew" int, "filesChanged" int, "filesMoved" int, "filesTouched" int, "filesOrphaned" int, "fromComicInfo" int,
  "fromFolderNames" int, "fromFileNames" int, warnings int, "seriesNew" int, "filesLinked" int, "seriesLinked" int, "filesRemoved" int, "coversMade" int, "coversFailed" int
)
where s.run_id = $1::bigint
