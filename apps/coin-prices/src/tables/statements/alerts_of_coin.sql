-- The rules that a coin is watched by, each with the value that moves are measured from. A sold coin has none.
-- $1 id of the coin
-- Locks: none; the valuation of the coin is held (valuation_hold). Index: coin_intakes_pkey, alerts_of_collector, alert_references_pkey.
select a.id, a.percent, a.webhook_url, r.fair_cents, r.currency, r.basis
  from coin_prices.coin_intakes i
  join coin_prices.alerts a on a.collector_id = i.collector_id and (a.intake_id is null or a.intake_id = i.id)
  left join coin_prices.alert_references r on r.alert_id = a.id and r.intake_id = i.id
 where i.id = $1 and i.status <> 'sold'
 order by a.id
