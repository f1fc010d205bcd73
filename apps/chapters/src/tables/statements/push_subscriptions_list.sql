-- The browsers of a reader.
-- $1 reader
-- Locks: none. Index: push_subscription_reader_id_endpoint_key.
select id, endpoint, created_at, ended_at from chapters.push_subscription where reader_id = $1 order by id
