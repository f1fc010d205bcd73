-- A new reader; nothing when the name is taken.
-- $1 name; $2 sha256 of the token of their apps
-- Locks: the new row. Index: reader_name_key.
insert into comic_library.reader (name, feed_token_hash) values ($1, $2)
on conflict (name) do nothing
returning id, name, feed_token_hash is not null as has_token, created_at
