-- Another token for a reader's feed, or none: the address of before leads nowhere from now on.
-- $1 reader; $2 sha256 of the token, or null
-- Locks: the row. Index: reader_pkey.
update chapters.reader set feed_token_hash = $2 where id = $1
returning id, name, languages, feed_token_hash is not null as has_token, created_at
