-- A browser takes no more messages.
-- $1 reader; $2 subscription
-- Locks: the row. Index: push_subscription_pkey.
delete from chapters.push_subscription where reader_id = $1 and id = $2 returning id
