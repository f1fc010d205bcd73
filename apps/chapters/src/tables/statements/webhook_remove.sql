-- An address is told no more.
-- $1 reader; $2 webhook
-- Locks: the row. Index: webhook_pkey.
delete from chapters.webhook where reader_id = $1 and id = $2 returning id
