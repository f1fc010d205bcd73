-- Adds a rule. No row: there is no such coin, or it belongs to another collector.
-- $1 collector, $2 coin, null for all coins of the collector; $3 percent, $4 webhook, null for none
-- Locks: the new row, and collector and coin against their removal. Index: alerts_pkey, coin_intakes_pkey.
insert into coin_prices.alerts (collector_id, intake_id, percent, webhook_url)
select $1, $2, $3, $4
 where $2::bigint is null
    or exists (select from coin_prices.coin_intakes i where i.id = $2 and i.collector_id = $1)
returning id
