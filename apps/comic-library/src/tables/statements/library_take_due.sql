-- Libraries that are due for a scan, stepped on to their next one.
-- $1 how many
-- Locks: the rows, those that others hold left out. Index: library_due.
update comic_library.library l
set next_scan_at = clock_timestamp() + make_interval(secs => l.rescan_every_ms / 1000.0)
from (
  select id from comic_library.library
  where next_scan_at <= statement_timestamp() and rescan_every_ms is not null
  order by next_scan_at limit $1
  for update skip locked
) d
where l.id = d.id
returning l.id::float8 as id
