-- What is on record of a library's folder, in the order of paths: files, and what is left alone.
-- $1 library, $2 after this path, $3 how many rows
-- Locks: none. Index: file_path, skipped_pkey.
select path, size, "mtimeNs", reason from (
  (
    select relative_path as path, size::float8 as size, mtime_ns::text as "mtimeNs", null as reason
    from comic_library.file
    where library_id = $1::bigint and status <> 'orphaned' and relative_path > $2
    order by relative_path limit $3
  )
  union all
  (
    select relative_path, null, null, reason
    from comic_library.skipped
    where library_id = $1::bigint and relative_path > $2
    order by relative_path limit $3
  )
) k
order by path, reason nulls first
limit $3
