-- Another name or other languages of a reader. A name that is taken violates reader_name_key.
-- $1 reader; $2 name or null; $3 languages or null
-- Locks: the row. Index: reader_pkey.
update chapters.reader set name = coalesce($2, name), languages = coalesce($3::text[], languages)
where id = $1
returning id, name, languages, feed_token_hash is not null as has_token, created_at
