-- The webhooks of a reader.
-- $1 reader
-- Locks: none. Index: webhook_reader_id_url_key.
select id, url, created_at, ended_at from chapters.webhook where reader_id = $1 order by id
