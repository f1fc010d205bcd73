-- Records that a webhook has accepted a notice.
-- $1 id
-- Locks: the row. Index: alert_notices_pkey.
update coin_prices.alert_notices set delivered_at = now() where id = $1
