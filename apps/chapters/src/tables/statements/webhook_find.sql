-- One webhook of a reader.
-- $1 reader; $2 webhook
-- Locks: none. Index: webhook_pkey.
select id, url, created_at, ended_at from chapters.webhook where reader_id = $1 and id = $2
