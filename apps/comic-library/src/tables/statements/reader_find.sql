-- A reader by id.
-- $1 reader
-- Locks: none. Index: reader_pkey.
select id, name, feed_token_hash is not null as has_token, created_at from comic_library.reader where id = $1
