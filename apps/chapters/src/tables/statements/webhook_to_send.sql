-- A webhook that is to get a message about a chapter, unless it has had it.
-- $1 webhook; $2 chapter, null for a test
-- Locks: none. Index: webhook_pkey, delivery_webhook_id_chapter_id_key.
select w.url, exists (select from chapters.delivery d where d.webhook_id = w.id and d.chapter_id = $2) as is_delivered
from chapters.webhook w
where w.id = $1 and w.ended_at is null
