-- A new reader; nothing when the name is taken.
-- $1 name; $2 languages, null for all
-- Locks: the new row. Index: reader_name_key.
insert into chapters.reader (name, languages) values ($1, coalesce($2::text[], '{}'))
on conflict (name) do nothing
returning id, name, languages, feed_token_hash is not null as has_token, created_at
