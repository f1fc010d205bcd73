-- Another token for the apps of a reader, or none: those that have the old one are out.
-- $1 reader; $2 sha256 of the token, or null
-- Locks: the reader. Index: reader_pkey.
update comic_library.reader set feed_token_hash = $2 where id = $1
returning id, name, feed_token_hash is not null as has_token, created_at
