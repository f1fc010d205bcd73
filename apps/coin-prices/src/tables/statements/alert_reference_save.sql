-- Sets the value that moves of a coin are measured from, by one rule.
-- $1 rule, $2 coin, $3 value of one piece in cents, $4 currency, $5 basis
-- Locks: the row, and rule and coin against their removal. Index: alert_references_pkey.
insert into coin_prices.alert_references (alert_id, intake_id, fair_cents, currency, basis) values ($1, $2, $3, $4, $5)
on conflict (alert_id, intake_id) do update
  set fair_cents = excluded.fair_cents, currency = excluded.currency, basis = excluded.basis
