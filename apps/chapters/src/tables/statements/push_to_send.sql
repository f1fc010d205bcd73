-- A subscription that is to get a message about a chapter, unless it has had it.
-- $1 subscription; $2 chapter
-- Locks: none. Index: push_subscription_pkey, delivery_push_subscription_id_chapter_id_key.
select p.endpoint, p.p256dh, p.auth,
  exists (select from chapters.delivery d where d.push_subscription_id = p.id and d.chapter_id = $2) as is_delivered
from chapters.push_subscription p
where p.id = $1 and p.ended_at is null
