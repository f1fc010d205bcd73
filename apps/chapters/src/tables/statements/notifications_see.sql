-- A reader has seen these notifications, or all up to one.
-- $1 reader; $2 ids, or null; $3 the newest, or null
-- Locks: the rows. Index: notification_pkey, notification_newest.
with seen as (
  update chapters.notification set seen_at = now()
  where reader_id = $1 and seen_at is null and (id = any($2::bigint[]) or id <= $3::bigint)
  returning id
)
select count(*)::int as count from seen
