-- Where readers want to be told besides the feed, so many at a time: their browsers and their webhooks, in order.
-- $1 readers; $2 kind and $3 id of the last one before, null for the first; $4 so many
-- Locks: none. Indexes: push_subscription_reader_id_endpoint_key, webhook_reader_id_url_key.
select kind, id, url
from (
  select 'push' as kind, id, endpoint as url from chapters.push_subscription where reader_id = any($1::bigint[]) and ended_at is null
  union all
  select 'webhook', id, url from chapters.webhook where reader_id = any($1::bigint[]) and ended_at is null
) target
where $2::text is null or (kind, id) > ($2, $3::bigint)
order by kind, id
limit $4
