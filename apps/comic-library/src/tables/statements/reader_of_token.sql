-- The reader whose apps have this token.
-- $1 sha256 of the token
-- Locks: none. Index: reader_feed_token_hash_key.
select id, name, feed_token_hash is not null as has_token, created_at from comic_library.reader where feed_token_hash = $1
