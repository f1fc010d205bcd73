-- A notice that a webhook is called with. No row: the notice or its rule is gone.
-- $1 id
-- Locks: none. Index: alert_notices_pkey, alerts_pkey.
select a.webhook_url, n.message, n.delivered_at is not null as is_delivered
  from coin_prices.alert_notices n
  join coin_prices.alerts a on a.id = n.alert_id
 where n.id = $1
