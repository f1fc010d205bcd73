-- Rules, in the order of ids.
-- $1 collector, null for all; $2 at most so many
-- Locks: none. Index: alerts_of_collector, alerts_pkey, collector_pkey.
select a.id, a.collector_id, c.name as collector, a.intake_id, a.percent, a.webhook_url, a.created_at
  from coin_prices.alerts a
  join coin_prices.collector c on c.id = a.collector_id
 where $1::bigint is null or a.collector_id = $1
 order by a.id
 limit $2
