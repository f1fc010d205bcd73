-- Another name for a reader. Fails with 23505 where it is taken.
-- $1 reader; $2 name, or null to keep it
-- Locks: the reader. Index: reader_pkey.
update comic_library.reader set name = coalesce($2, name) where id = $1
returning id, name, feed_token_hash is not null as has_token, created_at
