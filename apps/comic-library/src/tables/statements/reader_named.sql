-- A reader by name.
-- $1 name
-- Locks: none. Index: reader_name_key.
select id, name, feed_token_hash is not null as has_token, created_at from comic_library.reader where name = $1
