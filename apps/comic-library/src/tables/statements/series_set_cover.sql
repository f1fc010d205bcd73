-- The issue whose cover is shown for a series, chosen by a person; or null, and the first one's is. Nothing: it is no issue of the series.
-- $1 series; $2 file, or null
-- Locks: the series. Index: series_pkey, file_pkey.
update comic_library.series s set cover_file_id = $2
where s.id = $1 and s.deleted_at is null
  and (
    $2::bigint is null
    or exists (select from comic_library.file f where f.id = $2 and f.series_id = s.id and f.status <> 'orphaned')
  )
returning s.id
