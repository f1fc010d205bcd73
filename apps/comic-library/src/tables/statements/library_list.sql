-- All libraries, the oldest first.
-- Locks: none. Index: library_pkey.
select id::float8 as id, name, root, keep_years_apart as "keepYearsApart", keep_publishers_apart as "keepPublishersApart", watch,
  rescan_every_ms::float8 as "rescanEveryMs", next_scan_at as "nextScanAt", created_at as "createdAt"
from comic_library.library
order by id
