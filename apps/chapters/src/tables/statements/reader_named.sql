-- The reader of a name.
-- $1 name
-- Locks: none. Index: reader_name_key.
select id, name, languages, feed_token_hash is not null as has_token, created_at from chapters.reader where name = $1
