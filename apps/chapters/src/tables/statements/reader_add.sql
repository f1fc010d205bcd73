-- A new reader; nothing when the name is taken.
-- $1 name; $2 languages; $3 sha256 of the feed's token, or null
-- Locks: the new row. Index: reader_name_key.
insert into chapters.reader (name, languages, feed_token_hash) values ($1, $2, $3)
on conflict (name) do nothing
returning id, name, languages, feed_token_hash is not null as has_feed, created_at
