-- The service says that a webhook is gone.
-- $1 webhook
-- Locks: the row. Index: webhook_pkey.
update chapters.webhook set ended_at = now() where id = $1 and ended_at is null
