-- Where the readers of these notifications want to be told besides the feed, so many at a time: their browsers and their webhooks, in order.
-- $1 notifications; $2 kind and $3 id of the last one before, null for the first; $4 so many
-- Locks: none. Index: notification_pkey, push_subscription_reader_id_endpoint_key, webhook_reader_id_url_key.
with told as (
  select reader_id from chapters.notification where id = any($1::bigint[])
)
select kind, id, url
from (
  select 'push' as kind, p.id, p.endpoint as url
  from told join chapters.push_subscription p using (reader_id)
  where p.ended_at is null
  union all
  select 'webhook', w.id, w.url
  from told join chapters.webhook w using (reader_id)
  where w.ended_at is null
) target
where $2::text is null or (kind, id) > ($2, $3::bigint)
order by kind, id
limit $4
