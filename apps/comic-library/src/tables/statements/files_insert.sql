-- New files, in the order of their paths.
-- $1 library, $2 paths, $3 names, $4 extensions, $5 sizes, $6 times, $7 hashes
-- Locks: the new rows. Index: file_path.
insert into comic_library.file (library_id, relative_path, name, extension, size, mtime_ns, content_hash)
select $1::bigint, n.path, n.name, n.extension, n.size, n.mtime_ns, n.hash
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) with ordinality
  n (path, name, extension, size, mtime_ns, hash, place)
order by n.place
returning id::float8 as id
