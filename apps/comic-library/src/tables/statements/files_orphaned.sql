-- Files that are gone.
-- $1 library, $2 after this id, $3 how many
-- Locks: none. Index: file_orphaned.
select id::float8 as id from comic_library.file
where library_id = $1::bigint and status = 'orphaned' and id > $2::bigint
order by id limit $3
