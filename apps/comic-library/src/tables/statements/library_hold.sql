-- Holds a library while files are given to series: what people say of series at the same time waits, and the other way round.
-- $1 its id
-- Locks: the row. Index: library_pkey.
select id from comic_library.library where id = $1::bigint for no key update
