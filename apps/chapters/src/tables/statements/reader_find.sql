-- One reader.
-- $1 id
-- Locks: none. Index: reader_pkey.
select id, name, languages, feed_token_hash is not null as has_token, created_at from chapters.reader where id = $1
