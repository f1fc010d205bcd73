-- The newest notices, oldest first.
-- $1 collector, null for all; $2 at most so many
-- Locks: none. Index: alert_notices_pkey, alerts_pkey.
select n.*
  from (
    select n.id, n.alert_id, n.intake_id, n.message, n.created_at, n.delivered_at
      from coin_prices.alert_notices n
      join coin_prices.alerts a on a.id = n.alert_id
     where $1::bigint is null or a.collector_id = $1
     order by n.id desc
     limit $2
  ) n
 order by n.id
