-- Files that are in a folder themselves, and not in one below it.
-- $1 library, $2 the folder with a slash at its end; empty: the library's own
-- Locks: none. Index: file_path.
select id::float8 as id from comic_library.file
where library_id = $1::bigint and status <> 'orphaned'
  and ($2 = '' or (relative_path > $2 and relative_path < left($2, -1) || '0'))
  and strpos(substr(relative_path, length($2) + 1), '/') = 0
