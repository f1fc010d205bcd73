-- Adds a notice.
-- $1 rule, $2 coin, $3 message as JSON
-- Locks: the new row, and rule and coin against their removal. Index: alert_notices_pkey.
insert into coin_prices.alert_notices (alert_id, intake_id, message) values ($1, $2, $3::jsonb) returning id
