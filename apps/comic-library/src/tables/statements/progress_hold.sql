-- Holds an issue and its series in their places while how far it is read is written. Nothing: there is no such issue, or it has just gone elsewhere.
-- $1 file
-- Locks: the file and its series, shared: a scan that moves the file or counts the series goes before or after. Index: file_pkey, series_pkey.
select
  f.series_id,
  coalesce((select cardinality(m.pages) from comic_library.file_metadata m where m.file_id = f.id), 0) as page_count
from comic_library.file f
join comic_library.series s on s.id = f.series_id
where f.id = $1 and f.status <> 'orphaned'
for share of f, s
