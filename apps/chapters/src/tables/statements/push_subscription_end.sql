-- The push service says that a subscription is gone.
-- $1 subscription
-- Locks: the row. Index: push_subscription_pkey.
update chapters.push_subscription set ended_at = now() where id = $1 and ended_at is null
