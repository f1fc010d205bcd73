-- Files that have a cover now, or never will.
-- $1 ids, $2 'made' or 'none' of each
-- Locks: the rows. Index: file_pkey.
update comic_library.file f set cover = c.cover
from unnest($1::bigint[], $2::text[]) c (id, cover)
where f.id = c.id
