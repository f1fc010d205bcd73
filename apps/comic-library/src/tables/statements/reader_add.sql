-- A new reader; nothing when the name is taken.
-- $1 name
-- Locks: the new row. Index: reader_name_key.
insert into comic_library.reader (name) values ($1)
on conflict (name) do nothing
returning id, name, feed_token_hash is not null as has_token, created_at
