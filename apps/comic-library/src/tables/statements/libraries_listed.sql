-- All libraries, with what is in them and when they were last scanned.
-- $1 library, or null for all
-- Locks: none. Index: library_pkey; series_listed, file_metadata_warned, skipped_pkey and scan_of_library for each.
select
  l.id, l.name, l.root, l.keep_years_apart, l.keep_publishers_apart, l.watch, l.rescan_every_ms, l.next_scan_at, l.created_at,
  counted.series, counted.files,
  (select count(*)::int from comic_library.file_metadata m where m.library_id = l.id and m.warning_code is not null)
    + (select count(*)::int from comic_library.skipped s where s.library_id = l.id) as skipped,
  (select s.started_at from comic_library.scan s where s.library_id = l.id order by s.run_id desc limit 1) as scanned_at
from comic_library.library l
cross join lateral (
  select count(*)::int as series, coalesce(sum(s.file_count), 0)::int as files
  from comic_library.series s
  where s.library_id = l.id and s.deleted_at is null
) counted
where $1::bigint is null or l.id = $1
order by l.id
