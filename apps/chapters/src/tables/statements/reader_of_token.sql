-- The reader whose feed has this token.
-- $1 sha256 of the token
-- Locks: none. Index: reader_feed_token_hash_key.
select id, name, languages, true as has_token, created_at from chapters.reader where feed_token_hash = $1
